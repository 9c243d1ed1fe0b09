// Portraits of players, drawn on 64 × 64 units: a head for each player, marks of a temperament, the hat of a role, and a face.

import { svg } from '../dom.js';

/** The heads by player: hair behind the head and in front of it, and the colours of skin, hair and coat. */
const HEADS = [
  {
    skin: '#f0c8a0', hair: '#3d2b1f', coat: '#d7a23d', back: '',
    front: 'M18 30c0-13 6-18 14-18s14 5 14 18c-2-6-5-9-8-9-5 0-9 1-12 0-4 1-6 4-8 9z',
  },
  {
    skin: '#eebb8f', hair: '#1f1d22', coat: '#2f6f9f', back: '',
    front: 'M17 29c-1-13 6-19 16-19 9 0 15 5 14 19-2-5-4-7-6-8-6 1-12-1-16-3-3 2-6 6-8 11z',
  },
  {
    skin: '#f6d3b3', hair: '#2a1a17', coat: '#a8476d',
    back: 'M15 48c-3-8-2-20 1-27 3-8 9-11 16-11s13 3 16 11c3 7 4 19 1 27z',
    front: 'M17 33c-1-13 5-20 15-20s16 7 15 20c-2-7-5-10-9-12-7 3-17 3-21 12z',
  },
];

/** Marks of a temperament. @type {Record<string, [string, string][]>} paths with their classes */
const MARKS = {
  hasty: [['band', 'M17 24q15-7 30 0v4q-15-7-30 0z'], ['hair', 'M20 16l2-9 5 6 5-8 5 8 5-6 2 9z']],
  patient: [['rim', 'M19 33a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0-11 0M34 33a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0-11 0M30 33h4']],
  hesitant: [['drop', 'M48 22q5 7 0 9q-5-2 0-9z']],
  standard: [],
};

/** Brows, mouth, and if the mouth is open. @type {Record<string, [string, string, boolean]>} */
const FACES = {
  calm: ['M22 27.5q3-2 6-.5M36 27q3-1.5 6 .5', 'M27 43q5 3 10 0', false],
  hasty: ['M22 26l6 2.5M42 26l-6 2.5', 'M28 43h8', false],
  hesitant: ['M22 28q3-3 6-2M36 26q3-1 6 2', 'M27 44q2.5-3 5 0t5 0', false],
  thinking: ['M22 26q3-2 6-1M36 27q3-1.5 6 0', 'M30 43q3-1 6 0', false],
  EMOTE_HAPPY: ['M21 26q3.5-4 7-1M36 25q3.5-3 7 1', 'M25 41q7 10 14 0z', true],
  EMOTE_PRAISE: ['M21 26q3.5-4 7-1M36 25q3.5-3 7 1', 'M26 41q6 8 12 0z', true],
  EMOTE_ANGRY: ['M21 24l8 4M43 24l-8 4', 'M26 45q6-6 12 0', false],
  EMOTE_SORRY: ['M21 28q4-4 8-4M43 28q-4-4-8-4', 'M27 45q5-4 10 0', false],
  EMOTE_HURRY: ['M21 25q4-3 8 0M35 25q4-3 8 0', 'M28 42a4 4 0 1 0 8 0a4 4 0 1 0-8 0z', true],
};

const HATS = {
  landlord: [
    ['cap', 'M16 22c0-11 7-17 16-17s16 6 16 17q-16-6-32 0z'],
    ['gold', 'M16 22q16-6 32 0v4q-16-6-32 0zM32 1a3.5 3.5 0 1 1 0 7a3.5 3.5 0 1 1 0-7z'], ['jewel', 'M32 17.5l3 3.5-3 3-3-3z'],
  ],
  peasant: [['straw', 'M6 24Q24 8 32 4q8 4 26 20Q32 15 6 24z'], ['weave', 'M15 19q17-8 34 0M22 13q10-5 20 0']],
};

/** @param {string} [persona] */
export const temperamentOf = (persona = '') => ['hasty', 'hesitant', 'patient'].find((it) => persona.endsWith(it)) ?? 'standard';

/**
 * @param {number} player
 * @param {{persona?: string, role?: 'landlord'|'peasant'|'', mood?: string}} look `mood` is an emote, "thinking", or empty
 */
export function portrait(player, { persona, role = '', mood = '' }) {
  const head = HEADS[player];
  const temperament = temperamentOf(persona);
  const [brows, mouth, isOpen] = FACES[mood] ?? FACES[temperament] ?? FACES.calm;
  const eyeShift = mood === 'thinking' ? 1.5 : temperament === 'hesitant' && !mood ? -1.5 : 0;
  const path = (/** @type {string} */ name, /** @type {string} */ d, fill = '') => svg(`path.${name}`, { d, fill: fill || undefined });
  const markPath = (/** @type {[string, string]} */ [name, d]) => path(name, d, name === 'hair' ? head.hair : '');
  return svg(`svg.portrait.p${player}`, { viewBox: '0 0 64 64', 'aria-hidden': 'true' },
    svg('circle.ground', { cx: 32, cy: 32, r: 32 }),
    head.back && path('hair', head.back, head.hair),
    path('coat', 'M8 64q2-15 17-17h14q15 2 17 17z', head.coat), path('collar', 'M25 47l7 9 7-9q-7 4-14 0z'),
    svg('ellipse', { cx: 32, cy: 34, rx: 14, ry: 15.5, fill: head.skin }),
    svg('circle.blush', { cx: 22, cy: 39, r: 3 }), svg('circle.blush', { cx: 42, cy: 39, r: 3 }),
    path('hair', head.front, head.hair),
    MARKS[temperament].map(markPath),
    svg('circle.eye', { cx: 25 + eyeShift, cy: 33, r: 2.1 }), svg('circle.eye', { cx: 39 + eyeShift, cy: 33, r: 2.1 }),
    path('brow', brows), path(`mouth${isOpen ? '.open' : ''}`, mouth),
    role && HATS[role].map(([name, d]) => path(name, d)));
}
