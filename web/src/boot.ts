// The only script of a prerendered page that loads at once. The page works without any other: its links are links. The page's own script
// (visitors/) takes it over when the browser has nothing better to do, or with the visitor's first move; a button that is pressed before is
// pressed again then. Whoever is signed in gets the whole app instead.
const intents = ['pointerdown', 'keydown', 'focusin'] as const;

let pressed: HTMLElement | undefined;
let started = false;
let late: ReturnType<typeof setTimeout> | undefined;

/** How long the page's own script is waited for before somebody is told. */
const lateMs = 20_000;

function start(): void {
  if (started) return;
  started = true;
  for (const intent of intents) removeEventListener(intent, start, true);
  addEventListener('appready', takeOver, { once: true });
  // Named by the document, not imported: this script is to bring no other.
  const { page = '', app = '' } = document.querySelector<HTMLScriptElement>('script[data-app]')?.dataset ?? {};
  // After a deployment they are gone where the page was opened before it.
  addEventListener('appfailed', offerReload);
  late = setTimeout(offerReload, lateMs);
  import(/* @vite-ignore */ isSignedIn() ? app : page).catch(offerReload);
}

/** What is prerendered is English. Read at once by a screen reader, and again with each press that leads nowhere. */
function offerReload(): void {
  const message = document.querySelector('.start-message') ?? document.createElement('div');
  message.className = 'start-message';
  message.setAttribute('role', 'alert');
  const text = document.createElement('p');
  text.textContent = 'This page does not answer: it may have been updated meanwhile, or the connection is lost.';
  const reload = document.createElement('button');
  reload.type = 'button';
  reload.textContent = 'Load the page again';
  reload.addEventListener('click', () => location.reload());
  message.replaceChildren(text, reload);
  document.body.append(message);
}

function keepPress(event: MouseEvent): void {
  const button = event.target instanceof Element ? event.target.closest('button') : null;
  if (button === null || button.closest('.start-message')) return;
  event.preventDefault();
  pressed = button;
  start();
}

function takeOver(): void {
  clearTimeout(late);
  document.querySelector('.start-message')?.remove();
  removeEventListener('click', keepPress, true);
  if (pressed?.isConnected) pressed.click();
}

function whenIdle(): void {
  if ('requestIdleCallback' in window) requestIdleCallback(start, { timeout: 2000 });
  else setTimeout(start, 200);
}

function isSignedIn(): boolean {
  try {
    return localStorage.getItem('token') !== null;
  } catch {
    return false; // storage is refused: nobody is signed in from before
  }
}

addEventListener('click', keepPress, true);
// What is prerendered is for visitors: whoever is signed in gets their own page at once.
if (isSignedIn()) start();
else {
  for (const intent of intents) addEventListener(intent, start, true);
  if (document.readyState === 'complete') whenIdle();
  else addEventListener('load', whenIdle, { once: true });
}
