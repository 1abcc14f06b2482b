import { checkFilm, type FilmOrigin, knownFilm } from '@keepsake/contract/films/provenance';
import { getPricing } from '@keepsake/contract/orders/pricing';
import { languages } from '@keepsake/contract/primitives';
import { siteInfo } from '@keepsake/contract/site';
import { describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { type Answer, never, offline, refuse, reply } from '../../test/answers.ts';
import { dashboardAnswers } from '../../test/dashboard.ts';
import { expectAccessible, testLooks } from '../../test/looks.ts';
import { longWord } from '../../test/orders.ts';
import { priceAnswers, pricing } from '../../test/prices.ts';
import { renderPage, site } from '../../test/render-page.tsx';
import { expectAlert, expectHeading, expectLoading, expectPath, expectText, press } from '../../test/screen.ts';
import { customer } from '../../test/users.ts';
import { resizeTo } from '../../test/window.ts';
import { testVariations } from '../../test/variations.ts';

describe('the landing page', () => {
  const open = (...answers: Answer[]) => renderPage('/', { answers: [...priceAnswers(), ...answers] });

  testLooks('the landing page', async () => {
    await open();
    await expectText('Each photo, with its first film');
  });

  testLooks('the question about cookies', async () => {
    await renderPage('/login', { asksAboutCookies: true });
    await expect.element(page.getByRole('region', { name: 'Cookies' })).toBeVisible();
  });

  test('shows placeholders until the prices are there', async () => {
    await open(never(getPricing));
    await expectLoading();
  });

  test('says so if the prices cannot be had', async () => {
    await open(refuse(getPricing, 'not_found'));
    await expectText('Failed to load pricing information');
  });

  test('lists the discounts in their order', async () => {
    const data = { ...pricing, packageDiscounts: { 10: 20 }, variantDiscounts: { 2: 5 } };
    await open(reply(getPricing, { data, revision: 1 }));
    const lines = page.getByRole('region', { name: 'What it costs' }).getByRole('listitem');
    await expect
      .poll(() => lines.elements().map(({ textContent }) => textContent))
      .toEqual([
        'From 5 photos: 10% off the photos',
        'From 10 photos: 15% off the photos',
        'From 2 films per photo: 5% off the further films',
        'From 10 films in a set: 20% off the rest',
      ]);
  });

  test.each([360, 390])('shows the whole name of the site at %i pixels', async (width) => {
    await open();
    await resizeTo(width, 800);
    const name = page.getByRole('link', { name: 'Keepsake' }).first();
    await expect.element(name).toBeVisible();
    await expect.poll(() => name.element().scrollWidth - name.element().clientWidth).toBe(0);
    expect(name.element().clientWidth).toBeGreaterThan(100);
  });

  test('says that the site is under development', async () => {
    await open();
    await expect.element(page.getByRole('complementary', { name: 'Under development' })).toBeVisible();
  });

  test('loads no films under reduced motion until they are requested', async () => {
    await open();
    await expect.element(page.getByRole('button', { name: 'Play the films' }).first()).toBeVisible();
    expect(document.querySelector('video')).toBeNull();
    await page.getByRole('button', { name: 'Play the films' }).first().click();
    await expect.poll(() => document.querySelector('video')).not.toBeNull();
    await page.getByRole('button', { name: 'Pause the films' }).first().click();
    await expect.poll(() => document.querySelector('video')).toBeNull();
    expect(localStorage.getItem('filmsPaused')).toBe('yes');
  });

  testVariations([1280, 1024, 700, 390])('moves its gallery card by card at %i pixels', async (width) => {
    await resizeTo(width, 844);
    await open();
    const strip = page.getByRole('list', { name: 'Examples' }).element();
    const offsets = () =>
      [...strip.children].map((card) =>
        Math.abs(card.getBoundingClientRect().left - strip.getBoundingClientRect().left - 6),
      );
    const isAtEnd = () => strip.scrollLeft >= strip.scrollWidth - strip.clientWidth - 1;
    const steps = ['Further examples', 'Further examples', 'Earlier examples', 'Earlier examples'];
    for (const name of steps) {
      const before = strip.scrollLeft;
      if (name === 'Further examples' ? isAtEnd() : before === 0) continue;
      await press(name);
      await expect.poll(() => strip.scrollLeft).not.toBe(before);
      // Cards are turned by less than a degree, which moves their edges by a few pixels.
      await expect.poll(() => isAtEnd() || Math.min(...offsets()) < 8).toBe(true);
    }
  });

  test('rests its arrows at the ends of the gallery, without taking the focus away', async () => {
    await open();
    const back = page.getByRole('button', { name: 'Earlier examples' });
    const forward = page.getByRole('button', { name: 'Further examples' });
    await expect.element(back).toHaveAttribute('aria-disabled', 'true');
    await expect.element(forward).toHaveAttribute('aria-disabled', 'false');
    const strip = page.getByRole('list', { name: 'Examples' }).element();
    (forward.element() as HTMLElement).focus();
    strip.scrollTo({ left: strip.scrollWidth, behavior: 'instant' });
    await expect.element(forward).toHaveAttribute('aria-disabled', 'true');
    await expect.element(back).toHaveAttribute('aria-disabled', 'false');
    await expect.element(forward).toHaveFocus();
  });

  test('says that its testimonials are examples', async () => {
    await open();
    const voices = page.getByRole('region', { name: 'What it can mean' });
    expect(voices.getByRole('figure').elements()).toHaveLength(4);
    await expectText('These are examples that we wrote ourselves, not words of customers.');
  });

  test('shows what customers said in the place of the examples', async () => {
    const testimonials = [{ quote: 'Elmosolyodott.', author: 'Éva', language: 'hu' as const }];
    await open(reply(siteInfo, { ...site, testimonials }));
    const voices = page.getByRole('region', { name: 'What it can mean' });
    expect(voices.getByRole('figure').elements()).toHaveLength(1);
    await expect.element(voices.getByRole('blockquote')).toHaveAttribute('lang', 'hu');
    await expect.element(page.getByText(/examples that we wrote/)).not.toBeInTheDocument();
  });

  test('continues a film that left the viewport and came back between two checks', async () => {
    const looks: IntersectionObserverCallback[] = [];
    class Observer {
      constructor(look: IntersectionObserverCallback) {
        looks.push(look);
      }
      observe() {}
      disconnect() {}
    }
    vi.stubGlobal('IntersectionObserver', Observer);
    const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
    await open();
    await page.getByRole('button', { name: 'Play the films' }).first().click();
    await expect.poll(() => looks.length).toBeGreaterThan(0);
    const seen = (...ratios: number[]) =>
      ratios.map((intersectionRatio) => ({ intersectionRatio })) as IntersectionObserverEntry[];
    for (const look of looks) look(seen(0.2, 0.58), {} as IntersectionObserver);
    expect(play).toHaveBeenCalled();
    play.mockClear();
    for (const look of looks) look(seen(0.58, 0.2), {} as IntersectionObserver);
    expect(play).not.toHaveBeenCalled();
  });

  test('offers no registration to a signed-in customer', async () => {
    await renderPage('/', { user: customer, answers: priceAnswers() });
    await expectHeading('What it costs');
    await expect.element(page.getByRole('link', { name: 'Start with a photo' })).not.toBeInTheDocument();
  });
});

testVariations(['/terms', '/payment/cancel'])(
  '%s leads a signed-in customer to the sections too, in its footer',
  async (path) => {
    await renderPage(path, { user: customer });
    const links = page.getByRole('navigation', { name: 'Sections' }).getByRole('link');
    await expect.poll(() => links.elements().length).toBe(7);
    expect(links.elements().map((link) => link.getAttribute('href'))).toContain('/#pricing');
  },
);

describe('the question about cookies', () => {
  const banner = () => page.getByRole('region', { name: 'Cookies' });

  const phones = [
    ...languages.map((language) => ({ language, width: 390, height: 844 })),
    ...languages.map((language) => ({ language, width: 360, height: 800 })),
    // German has the longest texts; a wider phone has a higher film.
    ...[384, 412, 430].map((width) => ({ language: 'de', width, height: 800 }) as const),
  ];
  test.each(phones)(
    'leaves the first button of the landing page visible at $width × $height, in $language',
    async ({ language, width, height }) => {
      const user = { ...customer, defaultLanguage: language };
      await renderPage('/', { answers: priceAnswers(), asksAboutCookies: true, user });
      await resizeTo(width, height);
      const notice = page.getByRole('region', { name: /^(Cookies|Sütik)$/ });
      await expect.element(notice).toBeVisible();
      expect(document.documentElement.lang).toBe(language);
      const bottom = () => document.querySelector('#home a')?.getBoundingClientRect().bottom ?? Infinity;
      await expect.poll(() => notice.element().getBoundingClientRect().top - bottom()).toBeGreaterThanOrEqual(0);
    },
  );

  test('is answered for good by accepting', async () => {
    await renderPage('/login', { asksAboutCookies: true });
    await expect
      .element(banner().getByRole('link', { name: 'Read more in the terms' }))
      .toHaveAttribute('href', '/terms');
    await banner().getByRole('button', { name: 'Accept' }).click();
    await expect.element(banner()).not.toBeInTheDocument();
    expect(localStorage.getItem('cookieConsent')).toBe('accepted');
  });

  test('is put off for the session by declining', async () => {
    await renderPage('/login', { asksAboutCookies: true });
    await banner().getByRole('button', { name: 'Decline' }).click();
    await expect.element(banner()).not.toBeInTheDocument();
    expect([localStorage.getItem('cookieConsent'), sessionStorage.getItem('cookieConsent')]).toEqual([
      null,
      'declined',
    ]);
  });
});

describe('pages of few words', () => {
  testLooks('the terms', async () => {
    await renderPage('/terms');
    await expectText('help@keepsake.example');
  });

  testLooks('an unknown address', async () => {
    await renderPage('/nothing-here');
    await expectHeading('There is no page here');
  });

  test('an unknown address leads a customer to the gallery too', async () => {
    await renderPage('/nothing-here', { user: customer });
    await expect
      .element(page.getByRole('main').getByRole('link', { name: 'Memory Gallery' }))
      .toHaveAttribute('href', '/dashboard');
  });

  test('the registration leads a signed-in customer to the gallery', async () => {
    await renderPage('/register', { user: customer, answers: dashboardAnswers([]) });
    await expectPath('/dashboard');
  });

  test('a page for customers leads a visitor to the sign-in page', async () => {
    await renderPage('/profile');
    await expectPath('/login');
  });

  test('the menu of a narrow window leads to every section', async () => {
    await renderPage('/login');
    await press('Menu');
    await expect.element(page.getByRole('link', { name: 'Pricing' }).first()).toBeVisible();
    await expectAccessible();
  });
});

describe('the origin of a film', () => {
  const origins: Record<FilmOrigin, string> = {
    made_here: 'Yes, this film was made here',
    our_mark: 'This film carries our mark',
    altered: 'This film carries our mark, but was changed',
    copy: 'This film looks like a copy of one of ours',
    other_maker: 'This film is AI-generated, but not by us',
    unknown: 'Nothing shows that this film was made here',
  };
  const film = new File([new Uint8Array([0, 0, 0, 20])], `${longWord}.mp4`, { type: 'video/mp4' });
  const unknown = { origin: 'unknown', madeAt: null } as const;

  async function check(...answers: Answer[]) {
    const server = await renderPage('/made-here', { answers: [reply(knownFilm, unknown), ...answers] });
    await page.getByLabelText('Choose a film').upload(film);
    return server;
  }

  testLooks('the page that asks for a film', () => renderPage('/made-here'));

  testVariations(Object.entries(origins))('is told in plain words: %s', async ([origin, title]) => {
    await check(
      reply(checkFilm, {
        origin: origin as FilmOrigin,
        madeAt: origin === 'made_here' ? '2026-11-20T08:00:00Z' : null,
      }),
    );
    await expectText(title);
    await expectText(`File: ${longWord}.mp4`);
  });

  test('is known on this device if the film was made here', async () => {
    const server = await check(reply(knownFilm, { origin: 'made_here', madeAt: '2026-11-20T08:00:00Z' }));
    await expectText('It was made from a photo on 20 November 2026');
    expect(server.sent(checkFilm)).toEqual([]);
  });

  test('is being looked for', async () => {
    await check(never(checkFilm));
    await expectText(`Looking at ${longWord}.mp4…`);
  });

  testLooks('a film that cannot be read', async () => {
    await check(refuse(checkFilm, 'not_a_film'));
    await expectAlert('This file is not a film that we can read. Please choose an MP4 file.');
  });

  test('needs a connection', async () => {
    await check(offline(checkFilm));
    await expectAlert('The server could not be reached. Please check your connection and try again.');
  });
});
