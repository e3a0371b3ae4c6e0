/* What the console does more conveniently with scripts. Everything works without them. */

/** Leaves the keys of forms alone. */
const TYPING = 'input, select, textarea';

document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.target instanceof Element && event.target.matches(TYPING)) return;
  const act = KEYS.get(event.key);
  if (act?.()) event.preventDefault();
});

/** What each key does; true if it did something. */
const KEYS = new Map([
  ['/', () => focused(document.querySelector('input[type="search"]'))],
  ['j', () => focused(neighbor(1))],
  ['k', () => focused(neighbor(-1))],
  ['?', () => shownKeys()],
]);

/** @param {HTMLElement | null | undefined} element */
function focused(element) {
  element?.focus();
  return Boolean(element);
}

/**
 * The first link of the row after, or before, the one that has the focus.
 * @param {1 | -1} step
 */
function neighbor(step) {
  const rows = [...document.querySelectorAll('tbody tr')];
  const present = rows.findIndex((row) => row.contains(document.activeElement));
  const next = rows[present < 0 ? (step > 0 ? 0 : rows.length - 1) : present + step];
  return next?.querySelector('a, input');
}

function shownKeys() {
  const dialog = document.querySelector('dialog.keys');
  if (!(dialog instanceof HTMLDialogElement)) return false;
  dialog.showModal();
  return true;
}

/** A box that ticks all others of its form. */
for (const all of document.querySelectorAll('input[data-ticks]')) {
  all.addEventListener('change', () => {
    const name = all.getAttribute('data-ticks');
    for (const box of all.form.elements) if (box.name === name) box.checked = all.checked;
  });
}
