// Watches a live room: what the table saw, or all that a token allows. Changes nothing.

import { Away, Refused, call, sleep } from '../api/call.js';
import { stream } from '../api/stream.js';
import { backs, pile, wildRanks } from '../card/face.js';
import { h, redraw } from '../dom.js';
import { passOnOf, playerOf, sorted, without } from '../game/deal.js';
import { GIFT, fold, hasMoved, isAct } from '../game/hand.js';
import { actName, announce, meaningName, saysWild, sentence, signed } from '../say.js';
import { has, language, t } from '../words.js';
import '../words/more.js';

/** @typedef {import('../../types.d.ts').Room} Room */
/** @typedef {import('../../types.d.ts').Event} Event */

const PLACES = ['me', 'right', 'left'];
/** Who looks, by the word in the address. @type {Record<string, import('../../types.d.ts').WatchRoomRequest>} */
const AUDIENCES = {
  public: { audience: 'AUDIENCE_PUBLIC' },
  operator: { audience: 'AUDIENCE_OPERATOR' },
  'seat-1': { audience: 'AUDIENCE_SEAT', chair: 'CHAIR_FIRST' },
  'seat-2': { audience: 'AUDIENCE_SEAT', chair: 'CHAIR_SECOND' },
  'seat-3': { audience: 'AUDIENCE_SEAT', chair: 'CHAIR_THIRD' },
};
const AGAIN_MS = 1000;
/** Between two looks at which rooms there are. */
const LIST_MS = 3000;

/** @param {HTMLElement} root @param {HTMLElement} bar @param {string[]} parts */
export function open(root, bar, [address]) {
  const [name, query = ''] = (address ?? '').split('?');
  const as = new URLSearchParams(query).get('as') ?? 'public';
  return name ? new Watch(root, bar, name, as in AUDIENCES ? as : 'public') : new Rooms(root, bar);
}

/** The rooms that there are, to choose one. */
class Rooms {
  /** @param {HTMLElement} root @param {HTMLElement} bar */
  constructor(root, bar) {
    this.bar = bar;
    /** @type {import('../../types.d.ts').RoomSummary[]} */
    this.rooms = undefined;
    this.problem = '';
    this.ending = new AbortController();
    this.list = h('section.rooms');
    root.replaceChildren(this.list);
    this.run();
  }

  async run() {
    const { signal } = this.ending;
    while (!signal.aborted) {
      try {
        if (!document.hidden) this.rooms = (await call('ListRooms', {}, { signal })).rooms ?? [];
      } catch (error) {
        if (signal.aborted) return;
        if (!(error instanceof Refused)) throw error;
        this.problem = `${error.reason}: ${error.message}`;
        return this.draw();
      }
      this.draw();
      await sleep(LIST_MS, signal).catch(() => {});
    }
  }

  draw() {
    const lang = language();
    redraw(this.bar, [lang], () => h('span', {}, t('rooms')));
    redraw(this.list, [lang, this.rooms, this.problem], () => [
      h('h2', {}, t('rooms')),
      this.problem && h('p.refused', {}, this.problem),
      this.rooms?.length === 0 && h('p.soft', {}, t('noRooms')),
      (this.rooms ?? []).map(({ roomId, ruleset, handNumber, bots, idleS }) => h('div.room', {},
        h('a.button', { 'data-key': roomId, href: `#/watch/${encodeURIComponent(roomId)}` }, roomId),
        h('span.soft', {}, t('roomAbout', { ruleset, hand: handNumber ?? 0, bots: bots ?? 0, idle: idleS ?? 0 })),
        h('a.open-cards', { href: `#/watch/${encodeURIComponent(roomId)}%3Fas=operator` }, t('withOpenCards')))),
    ]);
  }

  close() {
    this.ending.abort();
  }
}

class Watch {
  /** @param {HTMLElement} root @param {HTMLElement} bar @param {string} name @param {string} as */
  constructor(root, bar, name, as) {
    this.bar = bar;
    this.name = name;
    this.as = as;
    /** @type {Room} */
    this.room = undefined;
    this.version = undefined;
    /** @type {Event[]} */
    this.events = [];
    /** @type {import('../game/deal.js').Deal} */
    this.deal = undefined;
    /** @type {string[]} what bots decided and why */
    this.decisions = [];
    this.state = 'connecting';
    this.problem = '';
    this.parts = Object.fromEntries(['left', 'right', 'me', 'bottom', 'spot-left', 'spot-right', 'spot-me', 'say', 'decisions'].map((it) => [it, h(`div.${it}`)]));
    const { parts } = this;
    root.replaceChildren(h('section.felt.watch', {}, parts.left, parts.bottom, parts.right, parts['spot-left'], parts['spot-right'], parts['spot-me'], parts.say, parts.me, parts.decisions));
    this.visible = () => document.hidden ? this.ending?.abort() : this.run();
    document.addEventListener('visibilitychange', this.visible);
    this.run();
  }

  /** Reads the stream, and takes it up again where it broke off. A hidden tab reads none: a browser has six connections for one server. */
  async run() {
    this.ending?.abort();
    const ending = this.ending = new AbortController();
    while (!ending.signal.aborted) {
      try {
        const request = { roomId: this.name, ...AUDIENCES[this.as], ...(this.version === undefined ? {} : { afterVersion: this.version }) };
        for await (const update of stream('WatchRoom', request, ending.signal)) this.take(update);
        if (ending.signal.aborted || this.state === 'closed') return;
        await sleep(AGAIN_MS, ending.signal);
      } catch (error) {
        if (ending.signal.aborted) return;
        if (error instanceof Refused && error.retry !== 'later') {
          this.state = 'closed';
          this.problem = `${error.reason}: ${error.message}`;
          return this.draw();
        }
        if (!(error instanceof Away) && !(error instanceof Refused)) throw error;
        this.state = 'connecting';
        this.draw();
        await sleep(AGAIN_MS, ending.signal).catch(() => {});
      }
    }
  }

  /** @param {import('../../types.d.ts').WatchRoomResponse} update */
  take({ version, room, event, decision, closed }) {
    this.version = version ?? this.version;
    this.state = closed ? 'closed' : 'live';
    if (closed && has(`closed-${closed}`)) this.problem = t(`closed-${closed}`);
    if (room) this.begin(room);
    if (event?.dealt) {
      this.room = { ...this.room, state: { ...this.room?.state, handNumber: event.handNumber } };
      this.settled = undefined;
      this.start([], event.dealt.holds, []);
    }
    if (event?.table) {
      this.events.push(event.table);
      this.move(event.table);
      const hand = this.hand;
      if (isAct(event.table)) announce(sentence(hand.acts.at(-1), this.left(hand.acts.at(-1).player)));
      else if (event.table.wildShown) announce(saysWild(hand.wilds));
    }
    if (event?.settled) this.settled = event.settled;
    if (decision) {
      const { action, source } = decision.decision;
      const what = actName({ player: 0, action, cards: [], isLead: false, word: 'call' });
      this.decisions = [`${this.called(playerOf(decision.chair))} (${source?.persona})${t('colon')}${what} · ${decision.decision.reason?.text ?? ''}`, ...this.decisions].slice(0, 8);
    }
    this.draw();
  }

  /** The room as it is. @param {Room} room */
  begin(room) {
    this.room = room;
    this.settled = undefined;
    this.start(room.hand?.events ?? [], room.hand?.holds ?? [], room.state?.bottom?.ids ?? []);
  }

  /** @param {Event[]} events @param {import('../../types.d.ts').ChairCards[]} holds what chairs hold now @param {number[]} bottom */
  start(events, holds = [], bottom) {
    this.events = [...events];
    this.settled = undefined;
    this.deal = { hands: [[], [], []], bottom, first: 0, landlord: -1, lot: 0, passOn: passOnOf(this.room.facts) };
    /** The cards of players now, of those whose cards may be seen. */
    this.open = new Map(holds.map(({ chair, cards }) => [playerOf(chair), sorted(cards.ids ?? [])]));
    if (!hasMoved(this.hand)) for (const event of events) if (event.action?.passOn) this.move(event);
  }

  /** Cards that are seen move with an event. Of cards that come to others the stream tells by a room. @param {Event} event */
  move({ chair, action, landlordFound }) {
    const player = playerOf(chair);
    if (landlordFound) this.deal.bottom = landlordFound.ids ?? [];
    const held = this.open.get(player);
    const gone = (action?.play?.cards ?? action?.passOn)?.ids ?? [];
    if (held) this.open.set(player, sorted(without([...held, ...(landlordFound?.ids ?? [])], gone)));
  }

  get hand() { return fold(this.deal, this.events); }

  /** How many cards a player has left. @param {number} player */
  left(player) {
    const { landlord, acts, gifts } = this.hand;
    const given = gifts[player] && !hasMoved(this.hand) ? GIFT : 0;
    return (landlord === player ? 20 : 17) - given - acts.filter((act) => act.player === player && act.action.play).reduce((sum, act) => sum + act.cards.length, 0);
  }

  /** @param {number} player */
  called(player) {
    const chair = this.room?.chairs?.[player];
    return `${t('chair', { n: player + 1 })}${chair?.isBot ? ` · ${chair.persona || t('bot')}` : chair?.playerId ? ` · ${chair.playerId}` : ''}`;
  }

  draw() {
    const { parts } = this;
    const lang = language();
    redraw(this.bar, [lang, this.name, this.as], () => h('span', {}, `${t('watching')} · ${this.name}`));
    redraw(parts.say, [lang, this.state, this.problem, this.settled], () => [
      this.state === 'connecting' && h('p', {}, t('connecting')),
      this.state === 'closed' && h('p', {}, `${t('roomClosed')} ${this.problem}`),
      this.settled && h('p.my-turn', {}, t(this.settled.winner === 'SIDE_LANDLORD' ? 'landlordWins' : 'peasantsWin'), ' · ', (this.settled.amounts ?? []).map((it) => signed(Number(it))).join(' / ')),
    ]);
    if (!this.room) return;
    const { hand } = this;
    redraw(parts.bottom, [lang, hand.isBottomShown, this.deal.bottom, hand.wilds], () => [
      hand.isBottomShown && this.deal.bottom.length
        ? [h('span.caption', {}, t('bottomCards')), pile(this.deal.bottom, '.small', hand.wilds)] : backs(3),
      hand.wilds && wildRanks(hand.wilds),
    ]);
    for (const player of [0, 1, 2]) {
      const seat = hand.landlord < 0 ? '' : player === hand.landlord ? 'landlord' : 'peasant';
      const left = this.left(player);
      const held = this.open.get(player);
      redraw(parts[PLACES[player]], [lang, this.called(player), seat, left, held, hand.wilds], () => [
        h('div.who', {}, h('span.avatar', { 'aria-hidden': 'true' }, player + 1), h('div.about', {}, h('span.name', {}, this.called(player)),
          seat && h(`span.badge.${seat}`, {}, t(seat)), h('span.count', {}, t('cardsLeft', { n: left })))),
        held ? pile(held, '.open', hand.wilds) : h('div.held', {}, backs(left)),
      ]);
      const last = hand.last[player];
      redraw(parts[`spot-${PLACES[player]}`], [lang, last, hand.trick?.player === player], () => last?.action.play
        ? [pile(last.cards, hand.trick?.player === player ? '.stands' : '', hand.wilds), meaningName(last.action.play) && h('span.reading', {}, meaningName(last.action.play))] : last ? h('span.word', {}, actName(last)) : []);
    }
    redraw(parts.decisions, [lang, this.decisions], () => this.decisions.map((text) => h('p', {}, text)));
  }

  close() {
    document.removeEventListener('visibilitychange', this.visible);
    this.ending?.abort();
  }
}

