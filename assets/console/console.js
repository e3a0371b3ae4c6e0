/* What the console does more conveniently with scripts. Everything works without them. */

/** After a refusal of the stream of events. */
const RETRY_MS = 30_000;
/** A list is not shown again by itself more often. */
const SHOWN_MS = 15_000;
/** Nor when nobody has used the page for so long. */
const USED_MS = 20 * 60_000;

/** What takes keys as text. A box does not, and a row may begin with one. */
const TYPING = 'input:not([type="checkbox"], [type="radio"]), select, textarea';

document.addEventListener('keydown', (event) => {
  if (event.altKey || event.isComposing) return;
  const { target, key } = event;
  if (event.ctrlKey || event.metaKey) {
    if (key.toLowerCase() === 'k' && focused(everywhere)) event.preventDefault();
    return;
  }
  if (target instanceof Element && target.matches(TYPING)) {
    if (key !== 'Escape') return;
    // The other keys work again outside of the field.
    target.blur();
    // Else what was typed would go with the sheet.
    if (target.closest('dialog')) event.preventDefault();
    return;
  }
  if (KEYS.get(key)?.()) event.preventDefault();
});

/** The search over all that the shop has. */
const everywhere = document.querySelector('.everywhere input');
if (everywhere) showFoundBelow(everywhere);

/** What each key does; true if it did something. */
const KEYS = new Map([
  ['/', () => focused(everywhere)],
  ['f', () => focused(filterField())],
  ['j', () => focused(neighbor(1))],
  ['k', () => focused(neighbor(-1))],
  ['?', () => shownKeys()],
]);

/** @param {HTMLElement | null | undefined} element */
function focused(element) {
  element?.focus();
  return Boolean(element);
}

/** The field of the page for any text, or else the first one by which its list is filtered. */
function filterField() {
  const filter = 'form.filter :is(input:not([type="hidden"]), select)';
  return document.querySelector('main input[type="search"]') ?? document.querySelector(filter);
}

/**
 * The first link or box of the row after, or before, the one that has the focus; the row itself if it has neither.
 * @param {1 | -1} step
 */
function neighbor(step) {
  const shown = document.querySelector('dialog[open]') ?? document;
  const rows = [...shown.querySelectorAll('tbody tr')];
  const present = rows.findIndex((row) => row.contains(document.activeElement));
  const next = rows[present < 0 ? (step > 0 ? 0 : rows.length - 1) : present + step];
  const part = next?.querySelector('a, input');
  if (next && !part) next.tabIndex = -1;
  return part ?? next;
}

/** Of the keyboard, before a text is looked for. */
const PAUSE_MS = 200;

/**
 * Shows what a text finds below its field. Up and down lead through it, Enter to the first of it.
 * @param {HTMLInputElement} field
 */
function showFoundBelow(field) {
  const { form } = field;
  const list = form.appendChild(document.createElement('output'));
  const links = () => [...list.querySelectorAll('a')];
  let asked = '';
  /** The text whose links are shown. */
  let shown = '';
  let looking = new AbortController();
  const look = async () => {
    const text = field.value.trim();
    if (text === asked) return;
    asked = text;
    looking.abort();
    looking = new AbortController();
    const address = `${form.action}?${formTexts(form)}`;
    const found = text === '' ? null : await partOf(address, '.found', looking.signal);
    if (text !== asked) return;
    list.replaceChildren(...(found ? [found] : []));
    shown = text;
  };
  let timer;
  field.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(look, PAUSE_MS);
  });
  form.addEventListener('submit', (event) => {
    const [first] = field.value.trim() === shown ? links() : [];
    if (!first) return;
    event.preventDefault();
    first.click();
  });
  // A link that is pressed keeps the list, also where browsers give links no focus.
  list.addEventListener('mousedown', (event) => event.preventDefault());
  form.addEventListener('keydown', (event) => {
    if (event.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const stops = [field, ...links()];
    const next = step && stops[stops.indexOf(document.activeElement) + step];
    if (next) event.preventDefault();
    next?.focus();
    if (event.key === 'Escape') list.replaceChildren();
  });
  form.addEventListener('focusout', ({ relatedTarget }) => {
    if (!form.contains(relatedTarget)) list.replaceChildren();
    asked = '';
  });
}

/** @param {HTMLFormElement} form */
function formTexts(form) {
  return new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
}

/**
 * A part of another page, read as a document, so that no text of it is ever run; null if the page has none.
 * @param {string} address
 * @param {string} selector
 * @param {AbortSignal} [signal] aborted when nobody needs it any more; then it is null as well
 * @returns {Promise<Element | null>}
 */
function partOf(address, selector, signal) {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('GET', address);
    request.responseType = 'document';
    // Also where it failed or was aborted, which leaves no address.
    request.onloadend = () => {
      const { response, responseURL } = request;
      // Whoever is not signed in any more is led to another page.
      const asked = new URL(address, location.href);
      asked.hash = '';
      const isThere = responseURL === asked.href;
      const part = isThere && response?.querySelector(selector);
      if (part) makeAddressesWhole(part, responseURL);
      resolve(part ? document.adoptNode(part) : null);
    };
    signal?.addEventListener('abort', () => request.abort());
    request.send();
  });
}

/**
 * Addresses that are relative to a page stay good where another one is shown.
 * @param {ParentNode} part
 * @param {string} base the address of its page
 */
function makeAddressesWhole(part, base) {
  for (const name of ['href', 'action', 'src']) {
    // A style sheet would be loaded once more, and that of a script is not to be set.
    const changed = `[${name}]:not([${name}^='#'], [rel='stylesheet'], script)`;
    for (const element of part.querySelectorAll(changed)) {
      element.setAttribute(name, new URL(element.getAttribute(name), base).href);
    }
  }
}

/** Narrower windows have no room for a list below. */
const WIDE = matchMedia('(min-width: 64rem)');

/** The row that is opened; another one may be chosen meanwhile. */
let opening = new AbortController();

/** A row opens over its list, at an address of its own: there it is a page when it is loaded again. */
document.addEventListener('click', async (event) => {
  const { target } = event;
  const link = target instanceof Element && target.closest('table.opens td:first-child a');
  const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey && event.button === 0;
  if (!link || !isPlain || !WIDE.matches) return;
  event.preventDefault();
  opening.abort();
  opening = new AbortController();
  const { signal } = opening;
  const page = await partOf(link.href, 'main', signal);
  if (signal.aborted) return;
  if (page) showOver(page, link);
  else location.assign(link.href);
});

/** Forward, to the address of a sheet that was closed: it is a page of its own. */
addEventListener('popstate', ({ state }) => {
  if (state === 'sheet') location.reload();
});

/**
 * @param {Element} page the content of another page
 * @param {HTMLAnchorElement} link that leads to it
 */
function showOver(page, link) {
  const dialog = document.createElement('dialog');
  const title = page.querySelector('h1')?.textContent ?? '';
  const listTitle = document.title;
  dialog.className = 'sheet';
  dialog.setAttribute('aria-label', title);
  const close = document.querySelector('dialog.keys form')?.cloneNode(true);
  withOwnIds(page);
  dialog.append(...(close ? [close] : []), ...page.childNodes);
  const back = () => dialog.close();
  addEventListener('popstate', back, { once: true });
  dialog.addEventListener('close', () => {
    removeEventListener('popstate', back);
    dialog.remove();
    document.title = listTitle;
    if (history.state === 'sheet') history.back();
    link.focus();
  });
  // What was typed stays until it is closed by its button.
  let isTyped = false;
  dialog.addEventListener('input', () => (isTyped = true));
  dialog.addEventListener('cancel', (event) => isTyped && event.preventDefault());
  makeAddressesWhole(document, location.href);
  history.pushState('sheet', '', link.href);
  document.title = [title, ...listTitle.split(' · ').slice(-1)].join(' · ');
  document.body.append(dialog);
  dialog.showModal();
}

/** Fields of both pages may have the same ids. @param {Element} page */
function withOwnIds(page) {
  for (const name of ['id', 'for', 'aria-describedby', 'aria-labelledby']) {
    for (const element of page.querySelectorAll(`[${name}]`)) {
      const ids = element.getAttribute(name) ?? '';
      element.setAttribute(name, ids.replaceAll(/\S+/g, 'sheet-$&'));
    }
  }
  for (const link of page.querySelectorAll("[href^='#']")) {
    link.setAttribute('href', `#sheet-${link.getAttribute('href')?.slice(1)}`);
  }
}

/** The sentence at the top leads to the reason, where that is not in sight. */
const reason = document.querySelector('#fault')?.getBoundingClientRect();
if (reason && reason.bottom < document.documentElement.clientHeight)
  document.querySelector('[data-refused]')?.remove();

function shownKeys() {
  const dialog = document.querySelector('dialog.keys:not([open])');
  dialog?.showModal();
  return Boolean(dialog);
}

/** A second click would be answered with a refusal, and hide what the first one shows once. */
const DOUBLE_CLICK_MS = 2_000;
const sent = new Set();
document.addEventListener('submit', (event) => {
  const form = event.target;
  if (!(form instanceof Element) || !form.matches('[method="post"]')) return;
  if (sent.has(form)) event.preventDefault();
  sent.add(form);
  setTimeout(() => sent.delete(form), DOUBLE_CLICK_MS);
});

/** A choice of language or colors takes effect at once. */
for (const select of document.querySelectorAll('form.preferences select')) {
  select.addEventListener('change', () => select.form.requestSubmit());
}

/** Copies what is shown once. Browsers give the clipboard to pages of HTTPS and localhost only. */
if (navigator.clipboard) {
  for (const button of document.querySelectorAll('.secret > button[data-copied]')) {
    button.hidden = false;
    button.addEventListener('click', async () => {
      const { parentElement: secret } = button;
      await navigator.clipboard.writeText(secret.querySelector('code').textContent);
      secret.querySelector('output').textContent = button.getAttribute('data-copied');
    });
  }
}

/** A box that ticks all others of its form. */
for (const all of document.querySelectorAll('input[data-ticks]')) {
  all.addEventListener('change', () => {
    const name = all.getAttribute('data-ticks');
    for (const box of all.form.elements) if (box.name === name) box.checked = all.checked;
  });
}

/** The boxes of items follow from that of a whole catalog while it is ticked. */
const whole = document.querySelector('input[name="everything"]');
whole?.addEventListener('change', () => {
  for (const box of whole.form.querySelectorAll('td input')) {
    box.disabled = whole.checked;
    box.checked = whole.checked || (box.defaultChecked && !whole.defaultChecked);
  }
});

/*
 * How many orders wait, while pages are open. All pages of a browser share one stream, because a browser opens six connections
 * to a server at most: the page that holds the lock listens and tells the others. Locks need HTTPS or localhost.
 */
const stream = document.querySelector('[data-live]')?.getAttribute('data-live');
if (stream && navigator.locks) {
  const others = new BroadcastChannel('souk orders');
  others.addEventListener('message', ({ data }) => showWaiting(data));
  listenInTurn(new URL(stream, location.href), others);
}

/**
 * @param {URL} address
 * @param {BroadcastChannel} others
 */
async function listenInTurn(address, others) {
  for (;;) {
    await navigator.locks.request('souk orders', () => listen(address, others));
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
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
  // Until the page is left, or the shop refuses to answer: then it is the turn of another page.
  return new Promise((resolve) => {
    source.addEventListener('error', () => {
      if (source.readyState === EventSource.CLOSED) resolve();
    });
  });
}

/** A person who uses the page keeps it up to date; one who has left does not keep the session from ending. */
for (const event of ['pointerdown', 'keydown']) {
  document.addEventListener(event, () => sessionStorage.setItem('souk used', String(Date.now())));
}

/** @param {string} name */
function since(name) {
  return Date.now() - Number(sessionStorage.getItem(name));
}

/** What was told first since this page was made. */
let toldFirst;
/** What the last orders show. */
let latestOf;

/** @param {{ count: number, newest: string | null }} orders */
function showWaiting({ count, newest }) {
  for (const element of document.querySelectorAll('[data-waiting]')) {
    element.textContent = String(count);
    element.hidden = count === 0;
  }
  const key = `${count} ${newest}`;
  toldFirst ??= key;
  latestOf ??= key;
  if (key !== latestOf) showLatest(key);
  const notice = document.querySelector('[data-outdated]');
  if (!notice || key === toldFirst) return;
  const isUsed = document.querySelector('main :checked, dialog[open]') !== null;
  const isBusy = isUsed || document.activeElement !== document.body;
  if (isBusy || since('souk shown') < SHOWN_MS || since('souk used') > USED_MS) {
    notice.hidden = false;
    return;
  }
  sessionStorage.setItem('souk shown', String(Date.now()));
  location.reload();
}

/**
 * The last orders, with those that have come meanwhile marked; not while one of them is about to be opened. What is not shown
 * now is shown when it is told again.
 * @param {string} key what was told
 */
async function showLatest(key) {
  const list = document.querySelector('[data-latest]');
  const isBusy = () =>
    list?.contains(document.activeElement) || document.querySelector('dialog[open]') !== null;
  if (!list || isBusy()) return;
  if (since('souk latest') < SHOWN_MS || since('souk used') > USED_MS) return;
  sessionStorage.setItem('souk latest', String(Date.now()));
  const shown = new Set([...list.querySelectorAll('td a code')].map((id) => id.textContent));
  const fresh = await partOf(location.href, '[data-latest]');
  for (const row of fresh?.querySelectorAll('tbody tr') ?? []) {
    row.classList.toggle('new', !shown.has(row.querySelector('a code')?.textContent));
  }
  if (!fresh || isBusy()) return;
  list.replaceWith(fresh);
  latestOf = key;
}
