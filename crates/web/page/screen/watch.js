// The view of a live room, as the public, a seat or the operator sees it. It changes nothing in the room.

import { Refused, Unanswered, required, sleep } from '../api/call.js';
import { stream } from '../api/stream.js';
import { emblem, pile } from '../card/face.js';
import { portrait } from '../card/portrait.js';
import { h, redraw } from '../dom.js';
import { NO_DEAL, dealRules, idsOf, playerOf, sorted, without } from '../game/deal.js';
import { GIFT_SIZE, handAfter, haveGiftsMoved, isAct, askedCall } from '../game/hand.js';
import { actName, actSentence, announce, printedText, wildSentence, withSign, whyRefused } from '../say.js';
import { hasWord, language, t } from '../words.js';
import '../words/more.js';
import { SIDES, bottomCards, cardCount, lastAct, roleOf, tableSide } from './seat.js';

/** @typedef {import('../../types.d.ts').Room} Room */
/** @typedef {import('../../types.d.ts').Event} Event */
/** @typedef {import('../game/hand.js').Act} Act */

const PARTS = ['bottom', 'seat-left', 'seat-right', 'seat-me', 'spot-left', 'spot-right', 'spot-me', 'say', 'decisions'];
/** The audience, by the word in the address. @type {Record<string, import('../../types.d.ts').WatchRoomRequest>} */
const AUDIENCES = {
  public: { audience: 'AUDIENCE_PUBLIC' },
  operator: { audience: 'AUDIENCE_OPERATOR' },
  'seat-1': { audience: 'AUDIENCE_SEAT', chair: 'CHAIR_FIRST' },
  'seat-2': { audience: 'AUDIENCE_SEAT', chair: 'CHAIR_SECOND' },
  'seat-3': { audience: 'AUDIENCE_SEAT', chair: 'CHAIR_THIRD' },
};
const RETRY_MS = 1000;
const DECISIONS_MAX = 8;

/** @param {HTMLElement} root @param {HTMLElement} bar @param {string[]} parts */
export function open(root, bar, [address]) {
  const [name, query = ''] = (address ?? '').split('?');
  const as = new URLSearchParams(query).get('as') ?? 'public';
  return new WatchScreen(root, bar, name, as in AUDIENCES ? as : 'public');
}

class WatchScreen {
  /** @param {HTMLElement} root @param {HTMLElement} bar @param {string} name @param {string} as */
  constructor(root, bar, name, as) {
    this.bar = bar;
    this.name = name;
    this.as = as;
    /** @type {Room | undefined} */
    this.room = undefined;
    /** @type {number | undefined} */
    this.version = undefined;
    /** @type {Event[]} */
    this.events = [];
    this.deal = NO_DEAL;
    /** The current cards of players whose cards are visible here. @type {Map<number, number[]>} */
    this.open = new Map();
    /** @type {import('../../types.d.ts').Settled | undefined} */
    this.settled = undefined;
    /** @type {AbortController | undefined} */
    this.ending = undefined;
    /** The language of reasons in the current stream. */
    this.spoken = '';
    /** @type {{version: number | undefined, text: string}[]} the bots' last decisions with their reasons, the newest first */
    this.decisions = [];
    this.state = 'connecting';
    /** The reason why the room is closed, as a sentence in the current language. */
    this.problem = () => '';
    this.parts = Object.fromEntries(PARTS.map((it) => [it, h(`div.${it}`)]));
    const { say, decisions } = this.parts;
    root.replaceChildren(h('section.felt.watch', {}, emblem(), tableSide('left', this.parts), h('div.middle', {}, this.parts.bottom),
      tableSide('right', this.parts), this.parts['spot-me'], say, h('div.me', {}, this.parts['seat-me']), decisions));
    this.visible = () => document.hidden ? this.ending?.abort() : this.run();
    document.addEventListener('visibilitychange', this.visible);
    this.visible();
  }

  /**
   * Reads the stream, and resumes it after a break. It ends when the tab is hidden, because a browser opens few connections to one server.
   */
  async run() {
    this.ending?.abort();
    const abort = this.ending = new AbortController();
    while (!abort.signal.aborted) {
      try {
        const after = this.version === undefined ? {} : { afterVersion: this.version };
        this.spoken = language();
        const request = { roomId: this.name, ...AUDIENCES[this.as], ...after, language: this.spoken };
        for await (const update of stream('WatchRoom', request, abort.signal)) this.take(update);
        if (abort.signal.aborted || this.state === 'closed') return;
        await sleep(RETRY_MS, abort.signal);
      } catch (error) {
        if (abort.signal.aborted) return;
        // The room was opened again, or a failover of its store lost events.
        if (error instanceof Refused && error.retry === 'reread') this.version = undefined;
        else if (error instanceof Refused && error.retry !== 'later') {
          this.state = 'closed';
          this.problem = () => whyRefused(error);
          return this.draw();
        }
        if (!(error instanceof Unanswered) && !(error instanceof Refused)) throw error;
        this.state = 'connecting';
        this.draw();
        await sleep(RETRY_MS, abort.signal).catch(() => {});
      }
    }
  }

  /** @param {import('../../types.d.ts').WatchRoomResponse} update */
  take({ version, room, event, decision, closed }) {
    this.version = version ?? this.version;
    this.state = closed ? 'closed' : 'live';
    if (closed && hasWord(`closed-${closed}`)) this.problem = () => t(`closed-${closed}`);
    if (room) this.begin(room);
    if (event?.dealt) {
      this.room = { ...this.room, state: { ...this.room?.state, handNumber: event.handNumber } };
      this.settled = undefined;
      this.start([], event.dealt.holds, []);
    }
    if (event?.table) {
      this.events.push(event.table);
      this.move(event.table);
      const { acts, wilds } = this.hand;
      const last = acts.at(-1);
      if (last && isAct(event.table)) announce(actSentence(last, this.left(last.player)));
      else if (event.table.wildShown) announce(wildSentence(wilds));
    }
    if (event?.settled) this.settled = event.settled;
    if (decision) {
      const { action, source, reason } = required(decision.decision);
      const actText = actName({ player: 0, action, cards: [], isLead: false, word: askedCall(this.hand) });
      const playerName = this.playerName(playerOf(decision.chair));
      const line = { version: source?.roomVersion, text: `${playerName}${t('colon')}${actText} · ${printedText(reason?.text)}` };
      // A resumed stream may send a decision again.
      const others = this.decisions.filter((it) => it.version !== line.version);
      this.decisions = [line, ...others].slice(0, DECISIONS_MAX);
    }
    this.draw();
  }

  /** Starts from the room's current state. @param {Room} room */
  begin(room) {
    this.room = room;
    this.settled = undefined;
    this.start(room.hand?.events ?? [], room.hand?.holds ?? [], room.state?.bottom?.ids ?? []);
  }

  /** @param {Event[]} events @param {import('../../types.d.ts').ChairCards[]} holds @param {number[]} bottom */
  start(events, holds = [], bottom) {
    this.events = [...events];
    this.settled = undefined;
    this.deal = { ...NO_DEAL, bottom, ...dealRules(this.room?.ruleset) };
    this.open = new Map(holds.map(({ chair, cards }) => [playerOf(chair), sorted(idsOf(cards))]));
    if (!haveGiftsMoved(this.hand)) for (const event of events) if (event.action?.passOn) this.move(event);
  }

  /** Updates visible cards after an event. Received gifts come with a new state of the room. @param {Event} event */
  move({ chair, action, landlordFound }) {
    const player = playerOf(chair);
    if (landlordFound) this.deal.bottom = landlordFound.ids ?? [];
    const openCards = this.open.get(player);
    const playedIds = idsOf(action?.play?.cards ?? action?.passOn);
    if (openCards) this.open.set(player, sorted(without([...openCards, ...idsOf(landlordFound)], playedIds)));
  }

  get hand() { return handAfter(this.deal, this.events); }

  /** The number of cards that a player has left. @param {number} player */
  left(player) {
    const { landlord, acts, gifts } = this.hand;
    const giftSize = gifts[player] && !haveGiftsMoved(this.hand) ? GIFT_SIZE : 0;
    const playedCards = acts.filter((act) => act.player === player && act.action.play).flatMap(({ cards }) => cards);
    return (landlord === player ? 20 : 17) - giftSize - playedCards.length;
  }

  /** @param {number} player */
  bot(player) { return this.room?.bots?.find(({ chair }) => playerOf(chair) === player); }

  /** @param {number} player */
  playerName(player) {
    const bot = this.bot(player);
    const ownerName = bot ? bot.persona || t('bot') : this.room?.players?.find(({ chair }) => playerOf(chair) === player)?.playerId;
    return [t('chair', { n: player + 1 }), ownerName].filter(Boolean).join(' · ');
  }

  draw() {
    const { parts } = this;
    const lang = language();
    // Reasons in a new language need a new stream.
    if (this.state === 'live' && this.spoken !== lang && !document.hidden) this.run();
    redraw(this.bar, [lang, this.name, this.as], () => h('span', {}, `${t('watching')} · ${this.name}`));
    const { settled } = this;
    redraw(parts.say, [lang, this.state, this.problem(), settled], () => [
      this.state === 'connecting' && h('p', {}, t('connecting')),
      this.state === 'closed' && h('p', {}, `${t('roomClosed')} ${this.problem()}`),
      settled && h('p.my-turn', {}, t(settled.winner === 'SIDE_LANDLORD' ? 'landlordWins' : 'peasantsWin'), ' · ',
        (settled.amounts ?? []).map((it) => withSign(Number(it))).join(' / ')),
    ]);
    if (!this.room) return;
    const { hand } = this;
    redraw(parts.bottom, [lang, hand.isBottomShown, this.deal.bottom, hand.wilds], () => bottomCards(hand));
    for (const player of [0, 1, 2]) {
      const role = roleOf(player, hand);
      const left = this.left(player);
      const openCards = this.open.get(player);
      const persona = this.bot(player)?.persona;
      redraw(parts[`seat-${SIDES[player]}`], [lang, this.playerName(player), role, left, openCards, hand.wilds], () => [
        h('div.who', {}, h('span.avatar', {}, portrait(player, { persona, role })), cardCount(left),
          h('div.about', {}, h('span.name', {}, this.playerName(player)), role && h(`span.badge.${role}`, {}, t(role)))),
        openCards && pile(openCards, '.open', hand.wilds),
      ]);
      const last = hand.last[player];
      redraw(parts[`spot-${SIDES[player]}`], [lang, last], () => last && lastAct(last, hand));
    }
    redraw(parts.decisions, [lang, this.decisions], () => this.decisions.map(({ text }) => h('p', {}, text)));
  }

  close() {
    document.removeEventListener('visibilitychange', this.visible);
    this.ending?.abort();
  }
}

