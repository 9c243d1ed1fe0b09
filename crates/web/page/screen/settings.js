// The dialog of settings with the list of keys, and the dialog for a token.

import { h } from '../dom.js';
import { setSettings, store } from '../store.js';
import { t } from '../words.js';
import '../words/more.js';

const SWITCHES = /** @type {const} */ (['counter', 'fourColours', 'sound', 'letters']);

/** @param {string} name @param {() => void} onClose @param {...any} children */
const dialogOf = (name, onClose, ...children) =>
  /** @type {HTMLDialogElement} */ (h('dialog.settings', { 'aria-label': name, onclose: onClose }, children));

export function open() {
  const toggle = (/** @type {string} */ name) => (/** @type {any} */ { target }) => setSettings({ [name]: target.checked });
  const dialog = dialogOf(t('settings'), () => dialog.remove(),
    h('h2', {}, t('settings')),
    SWITCHES.map((name) => h('label.switch', {},
      h('input', { type: 'checkbox', checked: store.settings[name], onchange: toggle(name) }), t(name))),
    h('h3', {}, t('keys')),
    h('ul.keys', {}, [t('keysList'), t('keysMore')].flatMap((it) => it.split(' · ')).map((key) => h('li', {}, key))),
    h('form', { method: 'dialog' }, h('button.primary', {}, t('close'))));
  document.body.append(dialog);
  dialog.showModal();
}

/** Asks the person for a token; the result is empty if the person gives none. @param {string} reason @returns {Promise<string>} */
export function askToken(reason) {
  return new Promise((resolve) => {
    const field = /** @type {HTMLInputElement} */ (h('input', { type: 'password', autocomplete: 'off', required: true }));
    const onClose = () => { dialog.remove(); resolve(dialog.returnValue === 'send' ? field.value.trim() : ''); };
    const dialog = dialogOf(t('token'), onClose,
      h('h2', {}, t('tokenWanted')), h('p', {}, h('code', {}, reason)),
      h('form', { method: 'dialog' }, h('label.field', {}, h('span', {}, t('token')), field),
        h('button.primary', { value: 'send' }, t('send')), h('button', { value: '', formnovalidate: true }, t('close'))));
    document.body.append(dialog);
    dialog.showModal();
  });
}
