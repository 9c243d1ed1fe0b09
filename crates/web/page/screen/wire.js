// The side panel with the last calls of this page, to read and copy. It makes no calls itself.

import { token } from '../api/call.js';
import { calls } from '../api/log.js';
import { curl } from '../api/snippet.js';
import { h, redraw } from '../dom.js';
import { language, t } from '../words.js';
import '../words/more.js';

const CALLS_SHOWN_MAX = 60;

/** @param {HTMLElement} body @param {() => void} closed */
export function open(body, closed) {
  const list = h('div.calls');
  const head = h('div.wire-head');
  const drawer = h('aside.wire', {}, head, list);
  let opened = 0;
  let copied = '';

  function close() {
    drawer.remove();
    closed();
  }

  /** @param {import('../api/log.js').Entry} entry */
  function snippetText(entry) {
    const { rpc, request, isStream } = entry;
    return curl({ rpc, request, isStream, base: location.origin, hasToken: Boolean(token.get()) });
  }

  /** @param {import('../api/log.js').Entry} entry */
  async function copy(entry) {
    // Outside a secure context (HTTPS or localhost) there is no clipboard, so the person must select the text.
    try {
      await navigator.clipboard.writeText(snippetText(entry));
      copied = t('copied');
    } catch {
      copied = t('selectText');
    }
    draw();
    setTimeout(() => { copied = ''; draw(); }, 1500);
  }

  /** @param {import('../api/log.js').Entry} entry */
  function callRow(entry) {
    const isOpen = entry.id === opened;
    const isBad = entry.isDone && (entry.status < 200 || entry.status > 299);
    const toggle = () => { opened = isOpen ? 0 : entry.id; draw(); };
    return h(`div.call${isBad ? '.bad' : ''}`, {},
      h('button.call-head', { 'data-key': `call-${entry.id}`, 'aria-expanded': String(isOpen), onclick: toggle },
        h('span.rpc', {}, entry.rpc), h('span.status', {}, entry.isDone ? entry.status || '×' : '…'),
        h('span.ms', {}, `${entry.ms.toFixed(entry.ms < 10 ? 1 : 0)} ms`), h('span.bytes', {}, `${entry.bytes} B`)),
      isOpen && h('div.call-body', {},
        h('div.copy', {}, h('button.chip', { 'data-key': 'copy', onclick: () => copy(entry) }, t('copyAs')),
          h('span.copied', { role: 'status' }, copied)),
        h('pre.snippet', { tabindex: 0 }, snippetText(entry)),
        h('h3', {}, t('request')), h('pre', { tabindex: 0 }, JSON.stringify(entry.request, null, 1)),
        h('h3', {}, t('answer')), h('pre', { tabindex: 0 }, JSON.stringify(entry.answer, null, 1) ?? '')));
  }

  function draw() {
    drawer.setAttribute('aria-label', t('wire'));
    redraw(head, [language()], () => [
      h('h2', {}, t('wire')), h('button.quiet', { 'data-key': 'close-wire', 'aria-label': t('close'), onclick: close }, '✕'),
      h('p', {}, t('wireAbout')),
    ]);
    const lastCalls = calls.slice(-CALLS_SHOWN_MAX).reverse();
    redraw(list, [language(), opened, copied, lastCalls.map((it) => [it.id, it.status, it.isDone, it.bytes])], () =>
      lastCalls.length ? lastCalls.map(callRow) : h('p', {}, t('noCalls')));
  }

  body.append(drawer);
  draw();
  return { close, draw };
}
