import { createShare, listShares, openShare, revokeShare, type SharedFilm } from '@keepsake/contract/films/shares';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { type Answer, never, offline, refuse, reply } from '../../../test/answers.ts';
import { choose, openDashboard } from '../../../test/dashboard.ts';
import { expectAccessible, testLooks } from '../../../test/looks.ts';
import { aBucket, aFinishedFilm, ago, aPhoto, anOrderedFilm, idOf, longWord } from '../../../test/orders.ts';
import { renderPage } from '../../../test/render-page.tsx';
import { resizeTo } from '../../../test/window.ts';
import {
  expectAlert,
  expectHeading,
  expectLoading,
  expectProblems,
  expectText,
  fill,
  press,
} from '../../../test/screen.ts';
import type { Photo } from '../photos/photos.api.ts';
import { testVariations } from '../../../test/variations.ts';

const token = 'A'.repeat(43);

function aSharedFilm(number: number, more: Partial<SharedFilm> = {}): SharedFilm {
  return {
    id: idOf(number),
    url: '/gallery/smile.mp4',
    downloadUrl: '/gallery/smile.mp4',
    posterUrl: '/gallery/smile.jpg',
    shows: { en: 'Smile' },
    width: 720,
    height: 900,
    ...more,
  };
}

const opened = (...films: SharedFilm[]) => reply(openShare, { expiresAt: '2026-12-20T08:00:00Z', films });

describe('films that are shown to a guest', () => {
  const open = (...answers: Answer[]) => renderPage(`/shared#${token}`, { answers, hasHeading: false });

  testLooks('films for a guest', async () => {
    const wave = aSharedFilm(2, { shows: 'nod', posterUrl: null });
    const laugh = aSharedFilm(1, { shows: { en: longWord }, partly: { of: 'faces', count: 2, total: 3 } });
    await open(opened(laugh, wave, aSharedFilm(3), aSharedFilm(4)));
    await expectHeading('Films for you');
  });

  test('are loading', async () => {
    await open(never(openShare));
    await expectLoading();
  });

  test('are numbered where several have the same name', async () => {
    await open(opened(aSharedFilm(1), aSharedFilm(2)));
    await expectText('Smile 2');
    await expectText('You can watch it until 20 December 2026 at 08:00.');
  });

  test('are chosen by their pictures, and shown one at a time', async () => {
    const wave = aSharedFilm(2, { shows: { en: 'Wave' } });
    await open(opened(aSharedFilm(1), wave, aSharedFilm(3, { shows: { en: 'Wink' } })));
    const pictures = () => page.getByRole('region', { name: 'Choose a film' }).getByRole('button');
    await expect.element(pictures()).toHaveLength(3);
    expect(
      pictures()
        .elements()
        .map((each) => each.ariaPressed),
    ).toEqual(['true', 'false', 'false']);
    await expect.element(page.getByLabelText('Smile', { exact: true })).toBeVisible();
    await press('Wave');
    expect(
      pictures()
        .elements()
        .map((each) => each.ariaPressed),
    ).toEqual(['false', 'true', 'false']);
    const films = () => [...document.querySelectorAll('main video')].map((film) => film.ariaLabel);
    expect(films()).toEqual(['Wave']);
    await expectAccessible();
  });

  testVariations([320, 390, 1280, 1920])('all have their picture on the page, at %i pixels', async (width) => {
    await resizeTo(width, 900);
    await open(opened(...Array.from({ length: 12 }, (_, at) => aSharedFilm(at + 1))));
    await expectHeading('Choose a film');
    const pictures = page.getByRole('region', { name: 'Choose a film' }).getByRole('button').elements();
    expect(pictures).toHaveLength(12);
    for (const { left, right } of pictures.map((each) => each.getBoundingClientRect())) {
      expect(left).toBeGreaterThanOrEqual(0);
      expect(right).toBeLessThanOrEqual(width);
    }
  });

  test('without a choice have no pictures to choose from', async () => {
    await open(opened(aSharedFilm(1)));
    await expectHeading('A film for you');
    await expect.element(page.getByRole('region', { name: 'Choose a film' })).not.toBeInTheDocument();
  });

  test('are named after what they show, not after the effect that was ordered', async () => {
    await open(opened(aSharedFilm(1, { shows: 'nod' }), aSharedFilm(2, { shows: 'smile' }), aSharedFilm(3)));
    await expect.element(page.getByLabelText('Nod', { exact: true })).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Save film: Nod' })).toBeVisible();
    for (const name of ['Smile 1', 'Smile 2']) await expect.element(page.getByRole('button', { name })).toBeVisible();
    expect(document.body.textContent).not.toMatch(/Wave|Hug/);
  });

  test('say how many show them, if not everybody in the photo does', async () => {
    await open(opened(aSharedFilm(1, { partly: { of: 'faces', count: 2, total: 3 } }), aSharedFilm(2)));
    await expectText('shown by 2 of 3 faces');
    await press('Smile 2');
    await expect.element(page.getByText(/shown by/)).not.toBeInTheDocument();
  });

  test('lead to the shop, if a guest can have one made', async () => {
    await open(opened(aSharedFilm(1)));
    await expect.element(page.getByRole('link', { name: 'Make your own' })).toHaveAttribute('href', '/');
  });

  test('say that one cannot be played, and ask for it again', async () => {
    const server = await open(opened(aSharedFilm(1, { url: '/api/none.mp4', posterUrl: null })));
    await expectAlert('The film could not be played. Please try again.');
    server.answer(opened(aSharedFilm(1)));
    await press('Try again');
    await expect.element(page.getByLabelText('Smile')).toBeVisible();
  });

  testLooks('a link that has ended', async () => {
    await open(refuse(openShare, 'share_ended'));
    await expectHeading('This link does not work any more');
  });

  test('are not requested by an invalid link', async () => {
    await renderPage('/shared#abc');
    await expectHeading('This link does not work any more');
    await expect.element(page.getByRole('link', { name: 'Return Home' })).toHaveAttribute('href', '/');
  });

  test('that cannot be loaded can be requested again', async () => {
    const server = await open(refuse(openShare, 'internal_error'));
    await expectHeading('The films could not be loaded');
    await expectAccessible();
    server.answer(opened(aSharedFilm(1)));
    await press('Try again');
    await expectHeading('A film for you');
  });

  testLooks('a link with a password', async () => {
    await open(refuse(openShare, 'share_password_needed'));
    await expectHeading('These films are behind a password');
    await press('Show films');
    await expectProblems(['Password: This field is required']);
  });

  test('behind a password say that it is not right, and keep what was typed', async () => {
    const server = await open(refuse(openShare, 'share_password_needed'));
    server.answer(refuse(openShare, 'share_password_wrong'));
    await fill('Password', 'under the apple tree');
    await press('Show films');
    await expectAlert('This password is not right.');
    await expect.element(page.getByLabelText('Password')).toHaveValue('under the apple tree');
    server.answer(opened(aSharedFilm(1)));
    await fill('Password', 'three blue teacups');
    await press('Show films');
    await expectHeading('A film for you');
    expect(server.sent(openShare).at(-1)?.body).toEqual({ token, password: 'three blue teacups' });
  });
});

describe('the dialog that shares films', () => {
  const share = { id: idOf(7), createdAt: ago(60), expiresAt: '2026-12-20T08:00:00Z', hasPassword: true, films: 2 };
  const dialog = () => page.getByRole('dialog', { name: 'Share films' });

  async function openDialog(...answers: Answer[]) {
    const photo = aPhoto(1, {
      originalName: `${longWord}.jpg`,
      status: 'done',
      versions: [anOrderedFilm(1, { state: 'done' }), anOrderedFilm(2, { state: 'done', number: 2 })],
      ProcessedContents: [aFinishedFilm(1), aFinishedFilm(2, { number: 2 })],
    });
    return openDialogOf(photo, ...answers);
  }

  async function openDialogOf(photo: Photo, ...answers: Answer[]) {
    const server = await openDashboard(
      [aBucket(1, { status: 'paid', Contents: [photo] })],
      reply(listShares, { shares: [] }),
      ...answers,
    );
    await choose(/^Share films of the set/);
    await expect.element(dialog()).toBeVisible();
    return server;
  }

  testLooks('the dialog that shares films', async () => {
    await openDialog(reply(listShares, { shares: [share] }));
    await expectText('Links that work now');
  });

  test('says what a film shows instead of its effect, and how many show it, as guests are told', async () => {
    const photo = aPhoto(1, {
      status: 'done',
      versions: [1, 2, 3].map((number) => anOrderedFilm(number, { number, state: 'done' })),
      ProcessedContents: [
        aFinishedFilm(1, { shows: { faces: 1, lack: 'mouth_hidden' }, isAgreed: true }),
        aFinishedFilm(2, { number: 2, shows: { faces: 1, lack: null } }),
        aFinishedFilm(3, { number: 3, shows: { faces: 2, lack: null, partly: { of: 'faces', count: 2, total: 3 } } }),
      ],
    });
    await openDialogOf(photo);
    const film = (number: number) => dialog().getByRole('checkbox', { name: new RegExp(`^Smile ${number}`) });
    await expect.element(film(1)).toHaveAccessibleDescription('Smile 1: a nod, as agreed.');
    await expect.element(film(2)).toHaveAccessibleDescription('');
    await expect.element(film(3)).toHaveAccessibleDescription('Smile 3: shown by 2 of 3 faces.');
  });

  test('needs a film and a password of some length', async () => {
    await openDialog();
    for (const film of [/^Smile 1/, /^Smile 2/]) await dialog().getByRole('checkbox', { name: film }).click();
    await fill('Password (optional)', 'short');
    await press('Make a link');
    await expectProblems(['Films that the link shows: At least 1 needed.', 'Password: Use at least 8 characters.']);
    await expectAccessible();
  });

  test('says why no link can be made', async () => {
    await openDialog(refuse(createShare, 'too_many_shares'));
    await press('Make a link');
    await expectProblems(['This set has as many links as it can have. Please end one of them first.']);
  });

  test('shows the link once', async () => {
    const server = await openDialog(reply(createShare, { share, url: `https://keepsake.example/shared#${token}` }));
    await press('Make a link');
    await expectText('Your link is ready');
    await expect.element(page.getByLabelText('Your link')).toHaveValue(`https://keepsake.example/shared#${token}`);
    await expectAccessible();
    expect(server.sent(createShare)[0]?.body).toEqual({ filmIds: [idOf(301), idOf(302)], days: 7, password: '' });
    await press('Make another link');
    await expect.element(page.getByRole('button', { name: 'Make a link' })).toBeVisible();
  });

  test('lists the links, and ends one', async () => {
    const server = await openDialog(reply(listShares, { shares: [share] }), reply(revokeShare, { message: 'ok' }));
    await expectText('Shows 2 films, until 20 December 2026 at 08:00. It asks for a password.');
    server.answer(reply(listShares, { shares: [] }));
    await press(/^End link made on/);
    await expectText('The link has ended.');
    await expect.element(page.getByText('Links that work now')).not.toBeInTheDocument();
  });

  test('says why links cannot be listed, until they can, or not be ended', async () => {
    const server = await openDialog(refuse(listShares, 'internal_error'));
    await expectAlert('Something went wrong. Please try again.');
    server.answer(reply(listShares, { shares: [share] }), offline(revokeShare));
    await press('Try again');
    await press(/^End link made on/);
    await expectText('The server could not be reached.');
    await expectText('Links that work now');
  });
});
