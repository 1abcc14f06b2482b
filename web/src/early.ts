// The first script of the app's documents, of a few lines: it asks for the texts of the page, and for what the page shows to whoever is signed
// in, while the app's own scripts are still on their way. They take the answers over: the texts by themselves, for the browser asks nobody twice
// for what it was asked to preload, and those of the API through shared/early-answers.ts, for they are for one session only.
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

/** As shared/i18n.ts reads it. */
function rememberedLanguage(): string {
  const language = token === null ? null : stored('language');
  return language !== null && /^[a-z]{2}$/.test(language) ? language : 'en';
}

/** Who is signed in is the first of them, and asked for at every address; the others are those of an address without a query. */
function askApi(urls: string[], token: string): void {
  const asked = location.search === '' ? urls : urls.slice(0, 1);
  window.earlyAnswers = { token, byUrl: new Map(asked.map((url) => [url, ask(url, token)])) };
}

async function ask(url: string, token: string): Promise<{ response: Response; cameAt: number } | null> {
  try {
    const headers = { accept: 'application/json', authorization: `Bearer ${token}` };
    return { response: await fetch(url, { headers }), cameAt: performance.now() };
  } catch {
    return null; // the app asks again, and has words for it
  }
}

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // storage is refused: nobody is signed in from before
  }
}

preloadTexts(texts.split(' '));
if (token !== null && answers !== '') {
  askApi(answers.split(' '), token);
  // The first date that a browser writes takes it 20 to 60 ms, and a phone four times that: it has time for it now.
  new Intl.DateTimeFormat(rememberedLanguage(), { timeStyle: 'short' }).format();
}
