// The first script of the app's documents, of a few lines: it asks for the texts of the page while the app's own scripts are still on their
// way. They take the answers over, for the browser asks nobody twice for what it was asked to preload.
function preloadTexts(areas: string): void {
  const language = rememberedLanguage();
  for (const area of areas.split(' ')) {
    const link = document.createElement('link');
    Object.assign(link, { rel: 'preload', as: 'fetch', crossOrigin: 'anonymous' });
    link.href = `/locales/${language}/${area}.json?v=${__TEXTS_VERSION__}`;
    document.head.append(link);
  }
}

/** As shared/i18n.ts reads it. */
function rememberedLanguage(): string {
  try {
    const language = localStorage.getItem('token') === null ? null : localStorage.getItem('language');
    return language !== null && /^[a-z]{2}$/.test(language) ? language : 'en';
  } catch {
    return 'en'; // storage is refused: nobody is signed in from before
  }
}

preloadTexts(document.querySelector<HTMLScriptElement>('script[data-texts]')?.dataset['texts'] ?? '');
