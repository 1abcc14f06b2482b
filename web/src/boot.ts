// The only script of a prerendered page that loads at once. The page works without the others, because its links are plain links. The
// page's script (visitors/) hydrates it when the browser is idle or on the visitor's first input; a click on a button before that is
// repeated after it. Signed-in users get the whole app instead.
const intents = ['pointerdown', 'keydown', 'focusin'] as const;

let pressed: HTMLElement | undefined;
let started = false;
let late: ReturnType<typeof setTimeout> | undefined;

/** Timeout of the page's script, after which a message is shown. */
const lateMs = 20_000;

function start(): void {
  if (started) return;
  started = true;
  for (const intent of intents) removeEventListener(intent, start, true);
  addEventListener('appready', takeOver, { once: true });
  // Named by the document instead of imported, so that this script loads no other.
  const { page = '', app = '' } = document.querySelector<HTMLScriptElement>('script[data-app]')?.dataset ?? {};
  // After a deployment the files of an older page are gone.
  addEventListener('appfailed', offerReload);
  late = setTimeout(offerReload, lateMs);
  import(/* @vite-ignore */ isSignedIn() ? app : page).catch(offerReload);
}

/** In English, like every prerendered page. Announced by screen readers at once, and again with each click that has no effect. */
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
    return false; // storage is refused, so there is no earlier session
  }
}

addEventListener('click', keepPress, true);
// Prerendered pages are for visitors; signed-in users get their own page at once.
if (isSignedIn()) start();
else {
  for (const intent of intents) addEventListener(intent, start, true);
  if (document.readyState === 'complete') whenIdle();
  else addEventListener('load', whenIdle, { once: true });
}
