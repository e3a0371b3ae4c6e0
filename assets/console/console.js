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

/*
 * How many orders wait, while pages are open. All pages of a browser share one stream, because a browser opens six connections
 * to a server at most: the page that holds the lock listens and tells the others. Locks need HTTPS or localhost.
 */
const stream = document.querySelector('[data-live]')?.getAttribute('data-live');
if (stream && navigator.locks) {
  const others = new BroadcastChannel('souk orders');
  others.addEventListener('message', ({ data }) => showWaiting(data));
  navigator.locks.request('souk orders', () => listen(new URL(stream, location.href), others));
}

/**
 * @param {URL} address
 * @param {BroadcastChannel} others
 */
function listen(address, others) {
  const source = new EventSource(address);
  source.addEventListener('orders', ({ data }) => {
    const orders = JSON.parse(data);
    showWaiting(orders);
    others.postMessage(orders);
  });
  // Until the page is left.
  return new Promise(() => undefined);
}

/** What was told first since this page was made. */
let toldFirst;

/** @param {{ count: number, newest: string | null }} orders */
function showWaiting({ count, newest }) {
  for (const element of document.querySelectorAll('[data-waiting]')) {
    element.textContent = String(count);
    element.hidden = count === 0;
  }
  const key = `${count} ${newest}`;
  toldFirst ??= key;
  const notice = document.querySelector('[data-outdated]');
  if (!notice || key === toldFirst) return;
  if (document.querySelector(':checked, main :focus')) notice.hidden = false;
  else location.reload();
}
