import { me, type User } from '@keepsake/contract/accounts/accounts';
import { siteInfo } from '@keepsake/contract/site';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { expect, onTestFinished, vi } from 'vitest';
import { createRouter, routerNavigation } from '../src/router.tsx';
import { forgetTime } from '../src/shared/clock.ts';
import { loadSite } from '../src/shared/load-site.ts';
import { queryClient } from '../src/shared/query.ts';
import { endSession, signIn } from '../src/shared/session.ts';
import { startTexts } from '../src/shared/texts/i18n.ts';
import { changeLanguage } from '../src/shared/texts/texts.ts';
import { NavigationContext } from '../src/ui/navigation.tsx';
import { announce } from '../src/ui/overlays/announcer.tsx';
import { useToasts } from '../src/ui/overlays/toast-store.ts';
import { type Answer, reply } from './answers.ts';
import { FakeApi } from './fake-api.ts';
import { talkTo } from './fake-network.ts';
import { lengthenTexts } from './text-files.ts';
import { translatePage, watchTexts } from './translator.ts';
import { resetWindow } from './window.ts';

export interface PageOptions {
  /** Who is signed in; nobody where it is left out. */
  user?: User;
  answers?: readonly Answer[];
  /** 0.4 for texts that are 40 % longer. */
  longerBy?: number;
  /** The first page shows a heading at once; false if it does not, such as while it is not known who is signed in. */
  hasHeading?: boolean;
  /** Asked about cookies: most tests have answered before. */
  asksAboutCookies?: boolean;
  /** The browser translates the page; `TRANSLATED=1 npm test -- web/src` lets it do so in every test. */
  isTranslated?: boolean;
  /** By so much the server's clock is ahead of the browser's. */
  clockAheadMs?: number;
  /** Whether effects are shown on photos, which takes seconds of the processor; otherwise the device has too little memory. */
  drawsPreviews?: boolean;
}

const ownAddress = location.href;
let tokens = 0;

/**
 * Mounts the page of an address as the app does (main.tsx), with real routes, texts and styles, and with answers in the place of the
 * server. A call without an answer fails the test. Everything is fresh, and taken away again after the test.
 */
export async function renderPage(path: string, options: PageOptions = {}): Promise<FakeApi> {
  const {
    user,
    answers = [],
    longerBy = 0,
    hasHeading = true,
    asksAboutCookies = false,
    isTranslated = Boolean(import.meta.env['TRANSLATED']),
    clockAheadMs = 0,
    drawsPreviews = false,
  } = options;
  const server = new FakeApi();
  server.clockAheadMs = clockAheadMs;
  server.answer(reply(siteInfo, site));
  talkTo(server);
  const consoleFaults = watchConsole();
  const restoreMemory = drawsPreviews ? () => undefined : haveMemory(0.5);
  if (!asksAboutCookies) localStorage.setItem('cookieConsent', 'accepted');
  if (user) {
    tokens += 1;
    signIn(`token-${tokens}`, user);
    server.answer(reply(me, { user }));
  }
  server.answer(...answers);
  history.replaceState(null, '', path);
  lengthenTexts(longerBy);
  await Promise.all([startTexts(), loadSite()]);
  await changeLanguage(user?.defaultLanguage ?? 'en');

  const container = document.body.appendChild(document.createElement('div'));
  container.id = 'root';
  const texts = watchTexts(container);
  const stopTranslation = isTranslated ? translatePage(container) : () => undefined;
  // The router keeps in its own memory what it reads here, and would begin at the place that another test has scrolled an address to.
  sessionStorage.setItem('react-router-scroll-positions', '{}');
  const router = createRouter();
  const root = createRoot(container);
  root.render(
    <NavigationContext value={routerNavigation}>
      <RouterProvider router={router} />
    </NavigationContext>,
  );
  onTestFinished(async () => {
    vi.useRealTimers();
    try {
      // A page whose code still comes would ask for its data in the next test.
      await expect.poll(() => router.state.navigation.state, { message: 'a page is still on its way' }).toBe('idle');
    } finally {
      root.unmount();
      router.dispose();
      container.remove();
      texts.stop();
      stopTranslation();
      forgetEverything();
      restoreMemory();
      talkTo(null);
      await Promise.all([resetWindow(), changeLanguage('en')]);
    }
    expect([...server.faults, ...consoleFaults(), ...texts.found], 'what went wrong beside the test').toEqual([]);
  });
  if (hasHeading) await expect.poll(() => document.querySelector('h1')).not.toBeNull();
  return server;
}

export const site = {
  productName: 'Keepsake',
  supportEmail: 'help@keepsake.example',
  sandboxCheckout: false,
  mailbox: false,
  testimonials: null,
  filmsBy: 'embedded' as const,
};

function forgetEverything(): void {
  endSession();
  queryClient.clear();
  forgetTime();
  lengthenTexts(0);
  announce('');
  useToasts.setState([], true);
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', ownAddress);
  window.scrollTo(0, 0);
}

/** @param gigabytes of this device @returns how to undo it */
function haveMemory(gigabytes: number): () => void {
  Object.defineProperty(navigator, 'deviceMemory', { value: gigabytes, configurable: true });
  return () => void Reflect.deleteProperty(navigator, 'deviceMemory');
}

/** What React complains of. Warnings are the page's own log of answers that a test has refused. */
function watchConsole(): () => string[] {
  const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  return () => {
    const faults = error.mock.calls.map((words) => words.map(String).join(' '));
    error.mockRestore();
    warn.mockRestore();
    return faults;
  };
}
