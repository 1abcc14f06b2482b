// The first script of the app's documents. It requests the page's texts and, for signed-in users, the page's data, while the
// app's scripts are loading. The app takes the replies over: texts through the browser's preload cache, and replies of the
// API through shared/early-answers.ts, because they belong to one session.
const { texts = '', answers = '' } = document.querySelector<HTMLScriptElement>('script[data-texts]')?.dataset ?? {};
const token = stored('token');

function preloadTexts(areas: string[]): void {
  const language = rememberedLanguage();
  for (const area of areas) {
    const link = document.createElement('link');
    Object.assign(link, { rel: 'preload', as: 'fetch', crossOrigin: 'anonymous' });
    link.href = `/locales/${language}/${area}.json?v=${__TEXTS_VERSION__}`;
    document.head.append(link);
  }
}

/** As shared/texts/i18n.ts reads it. */
function rememberedLanguage(): string {
  const language = token === null ? null : stored('language');
  return language !== null && /^[a-z]{2}$/.test(language) ? language : 'en';
}

/** The current user is requested first, on every URL; the others only on URLs without a query. */
function requestEarly(urls: string[], token: string): void {
  const asked = location.search === '' ? urls : urls.slice(0, 1);
  window.earlyAnswers = { token, byUrl: new Map(asked.map((url) => [url, ask(url, token)])) };
}

async function ask(url: string, token: string): Promise<{ response: Response; cameAt: number } | null> {
  try {
    const headers = { accept: 'application/json', authorization: `Bearer ${token}` };
    return { response: await fetch(url, { headers }), cameAt: performance.now() };
  } catch {
    return null; // the app requests it again, and shows the error
  }
}

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // storage is refused, so there is no earlier session
  }
}

/** Texts shown until the app has loaded: loading takes long, loading failed, and what to do. */
const words: Record<string, [slow: string, failed: string, reload: string]> = {
  en: ['This is taking longer than usual.', 'This page could not be loaded.', 'Load the page again'],
  hu: ['Ez a szokásosnál tovább tart.', 'Ezt az oldalt nem sikerült betölteni.', 'Oldal újratöltése'],
  de: ['Das dauert länger als sonst.', 'Diese Seite konnte nicht geladen werden.', 'Seite neu laden'],
  fr: ['Cela prend plus de temps que d’habitude.', 'Cette page n’a pas pu être chargée.', 'Recharger la page'],
  es: ['Esto tarda más de lo habitual.', 'No se ha podido cargar esta página.', 'Volver a cargar la página'],
};
const slowMs = 5_000;

/** Shows a message if the app is slow or fails to load; the app replaces it if it loads later. */
function watchStart(): void {
  const say = (which: 0 | 1) => {
    const [language, texts] = wordsIn(rememberedLanguage());
    const message = Object.assign(document.createElement('div'), { className: 'start-message', lang: language });
    message.setAttribute('role', 'alert');
    const reload = Object.assign(document.createElement('button'), { type: 'button', textContent: texts[2] });
    reload.addEventListener('click', () => location.reload());
    message.append(Object.assign(document.createElement('p'), { textContent: texts[which] }), reload);
    document.getElementById('root')?.replaceChildren(message);
  };
  const slow = setTimeout(() => say(0), slowMs);
  const fail = () => {
    clearTimeout(slow);
    say(1);
  };
  const missScript = ({ target }: Event) => {
    if (target instanceof HTMLScriptElement) fail();
  };
  const stop = () => {
    clearTimeout(slow);
    removeEventListener('appfailed', fail);
    removeEventListener('error', missScript, true);
  };
  addEventListener('appready', stop, { once: true });
  addEventListener('appfailed', fail);
  addEventListener('error', missScript, true);
}

function wordsIn(language: string): [language: string, texts: [string, string, string]] {
  const own = words[language];
  return own ? [language, own] : ['en', words['en'] ?? ['', '', '']];
}

watchStart();
preloadTexts(texts.split(' '));
if (token !== null && answers !== '') {
  requestEarly(answers.split(' '), token);
  // Warms up Intl: the first formatted date takes 20 to 60 ms, and four times that on a phone.
  new Intl.DateTimeFormat(rememberedLanguage(), { timeStyle: 'short' }).format();
}
