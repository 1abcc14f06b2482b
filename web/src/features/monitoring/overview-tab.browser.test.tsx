import { bucketStats, dashboard, sales, userActivity } from '@keepsake/contract/admin/monitoring';
import { pauseVideoMaking, resumeVideoMaking, videoMaking } from '@keepsake/contract/films/videos';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { makingIn, openTab, pausedMaking, workingMaking } from '../../../test/admin.ts';
import { type Answer, late, never, refuse, reply } from '../../../test/answers.ts';
import { expectAccessible, expectNoOverflow, testLooks } from '../../../test/looks.ts';
import { busyShop, calmShop } from '../../../test/overview.ts';
import { dashboardAnswers } from '../../../test/dashboard.ts';
import { renderPage } from '../../../test/render-page.tsx';
import { expectAlert, expectHeading, expectLoading, expectPath, expectText, press } from '../../../test/screen.ts';
import { customer } from '../../../test/users.ts';
import { queryClient } from '../../shared/query.ts';
import { resizeTo } from '../../../test/window.ts';
import { testVariations } from '../../../test/variations.ts';

const openBusy = () => openTab('overview', busyShop());

describe('the overview', () => {
  testLooks('the overview of a calm shop', async () => {
    await openTab('overview', calmShop());
    await expectHeading('Processing analysis');
  });

  testLooks('the overview', async () => {
    await openBusy();
    await expectHeading('Processing analysis');
  });

  test('has no axe violations on a wide screen either', async () => {
    await resizeTo(1280, 900);
    await openBusy();
    await expectHeading('Processing analysis');
    await expectAccessible();
  });

  test('is loading', async () => {
    await openTab('overview', [...busyShop(), never(sales)]);
    await expectLoading();
  });

  test('shows what needs attention first, and nothing that would move when more is loaded', async () => {
    await openTab('overview', [...calmShop(), never(sales)]);
    await expectText('Nothing needs you now.');
    await expectLoading();
    await expect.element(page.getByText('Sets so far', { exact: true })).not.toBeInTheDocument();
  });

  test('says why it cannot be shown', async () => {
    await openTab('overview', [...busyShop(), refuse(sales, 'internal_error')]);
    await expectAlert('Something went wrong. Please try again.');
  });

  testVariations([
    { name: 'sales', endpoint: sales, left: ['Sets so far', 'Films delivered', 'Unpaid sets now'] },
    { name: 'bucket-stats', endpoint: bucketStats, left: ['All-time total', 'Unpaid sets now'] },
    { name: 'dashboard', endpoint: dashboard, left: ['All-time total', 'Sets so far'] },
    { name: 'user-activity', endpoint: userActivity, left: ['All-time total', 'Sets so far', 'Unpaid sets now'] },
  ])('shows everything else where one part fails, and asks for it again: $name', async ({ endpoint, left }) => {
    const all = busyShop();
    const server = await openTab('overview', [...all, refuse(endpoint, 'internal_error')]);
    await expectAlert('Some figures could not be loaded');
    for (const name of left) await expectText(name);
    server.answer(...all);
    await press('Try again');
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
    await expectHeading('Processing analysis');
  });

  test('shows a dash for averages of a currency in which nothing was sold', async () => {
    const [, , sold, stats, ...others] = busyShop();
    const period = {
      totalVideos: 3,
      failedVideos: 0,
      completedBuckets: 2,
      orders: 0,
      avgProcessingTime: 1,
      successRate: 100,
    };
    const averages = { revenuePerBucket: 0, variationsPerBucket: 1.5, imagesPerBucket: 1 };
    const inForints = (answer: Answer | undefined, more: object): Answer => ({
      endpoint: answer?.endpoint ?? sales,
      respond: (sent) => {
        const said = answer?.respond(sent) as { status: number; body: object };
        return { ...said, body: { ...said.body, currency: 'HUF', ...more } };
      },
    });
    const none = {
      currency: 'HUF',
      orders: 0,
      totalRevenue: 0,
      last30Days: 0,
      avgRevenue: 0,
      avgRevenuePerImage: 0,
      refunded: 0,
    };
    await openTab('overview', [
      ...busyShop(),
      ...others,
      inForints(sold, { currencies: [none] }),
      inForints(stats, {
        avgRevenue: 0,
        avgRevenuePerImage: 0,
        revenueGrowth: null,
        allTime: { ...period, averages },
        last30Days: { ...period, averages },
      }),
    ]);
    await expectFigures({ 'Average revenue per set': '–', 'Average revenue per image': '–', 'Monthly growth': '–' });
    const rows = [...document.querySelectorAll('tr')].map(({ textContent }) => textContent);
    expect(rows).toContain('Revenue per set––');
  });

  test('of a shop without an order shows zeros', async () => {
    await openTab('overview', calmShop());
    await expectText('Nothing has been sold yet.');
    await expectFigures({
      'All-time total': '$0.00',
      'Average revenue per image': '–',
      'Conversion rate': '–',
      'Monthly growth': '–',
      'Success rate': '–',
    });
    expect(page.getByRole('main').element().textContent).not.toMatch(/NaN|Infinity|undefined|null/);
    await resizeTo(1280, 900);
    await expectAccessible();
    await expectNoOverflow();
  });

  test('shows every figure', async () => {
    await openBusy();
    await expectFigures({
      'All-time total': '$11.97',
      'Average revenue per image': '$5.99',
      'Conversion rate': '66.7%',
      'Average revenue per set': '$5.99',
      'Monthly growth': '0.0%',
      'Sets so far': '3',
      'Here now, paid and unpaid': '2',
      'Deleted so far': '1',
      'Share of all sets': '33.3%',
      'Lost revenue': '$4.99',
      'Films delivered': '3',
      'Films still to be made': '0',
      'Success rate': '100.0%',
      'Average processing time': '12.3 sec',
    });
    const averages = page.getByRole('table', { name: 'Set statistics' });
    const rows = averages
      .getByRole('row')
      .elements()
      .map(({ children }) => [...children].map((cell) => cell.textContent));
    expect(rows).toEqual([
      ['On average', 'All time', 'Last 30 days'],
      ['Revenue per set', '$5.99', '$5.99'],
      ['Variations per set', '1.5', '1.5'],
      ['Images per set', '1', '1'],
    ]);
    await expectText(/^\$11\.97 in 30 days\. The best day was /);
    await expectText('Amounts of different currencies are never added.');
  });

  test('begins with what needs attention, each with its list, and compares with the 30 days before', async () => {
    await openBusy();
    const needs = page.getByRole('region', { name: 'Needs attention' });
    await expect.element(needs.getByRole('listitem')).toHaveLength(4);
    const link = (name: RegExp) => needs.getByRole('link', { name });
    await expect.element(link(/^2 films could not be made/)).toHaveAttribute('href', '/admin?tab=videos');
    await expect
      .element(link(/^3 payments are disputed/))
      .toHaveAttribute('href', '/admin?tab=orders&attention=dispute_open');
    const lists: Record<string, RegExp> = {
      'Unpaid sets now': /orders&status=pending$/,
      'Paid sets now': /orders&status=paid$/,
      'Failed films now': /orders&attention=films_failed_any&sort=failed$/,
      'Paid, last 30 days': /orders&status=sold&from=\d{4}-\d\d-\d\d$/,
      'New, last 30 days': /orders&day=begun&from=\d{4}-\d\d-\d\d$/,
      'Here now, paid and unpaid': /orders&status=active$/,
      'Deleted so far': /orders&status=deleted$/,
      'Deleted, last 30 days': /orders&status=deleted&day=deleted&from=\d{4}-\d\d-\d\d$/,
      Refunded: /orders&status=refunded$/,
      'Films given to customers': /ledger&kind=films_granted$/,
    };
    for (const [name, href] of Object.entries(lists))
      await expect
        .element(page.getByRole('link', { name: new RegExp(`^${name}:`) }))
        .toHaveAttribute('href', expect.stringMatching(href));
    await expectText('$8.03 less than in the 30 days before ($20.00)');
    await expectText('2 more than in the 30 days before (1)');
    await expectText('As many as in the 30 days before');
    await expectFigures({
      'Films that wait': '3',
      'Longest wait of a film': '1 hour',
      'Longest wait of a task': '1 minute',
      Photos: '4.5 MB',
      'All together': '2.1 GB',
    });
  });

  test('says calmly that nothing needs attention, and pauses and resumes the making of films', async () => {
    const server = await openTab('overview', calmShop());
    await expectText('Nothing needs you now.');
    server.answer(pausedMaking(pauseVideoMaking));
    await press('Pause the making of films');
    await expectText(/Films that were requested already are finished/);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Pause the making of films' }).click();
    await expectText('The making of films is paused');
    await expectText(/^Anna Kovács paused it on .* 3 paid films wait\.$/);
    await expect.element(page.getByRole('button', { name: 'Pause the making of films' })).not.toBeInTheDocument();
    server.answer(workingMaking(resumeVideoMaking));
    await press('Resume');
    await expectText('The making of films goes on');
    await expect.element(page.getByRole('button', { name: 'Pause the making of films' })).toBeVisible();
  });

  test('does not show the making of films as it was before by an answer that arrives late', async () => {
    const server = await openTab('overview', [...calmShop(), pausedMaking(videoMaking)]);
    await expectText('The making of films is paused');
    const older = late(pausedMaking(videoMaking));
    server.answer(older);
    void queryClient.refetchQueries({ queryKey: ['admin', 'film-making'] });
    await expect.poll(() => server.sent(videoMaking)).toHaveLength(2);
    server.answer(workingMaking(videoMaking), workingMaking(resumeVideoMaking));
    await press('Resume');
    await expectText('The making of films goes on');
    older.letGo();
    await expect.poll(() => queryClient.isFetching({ queryKey: ['admin', 'film-making'] })).toBe(0);
    expect(queryClient.getQueryData(['admin', 'film-making'])).toMatchObject({ paused: null });
  });

  test('has a chart whose cursor stays at the last or the chosen day when the period changes', async () => {
    const days = Array.from({ length: 365 }, (_, index) =>
      new Date(Date.UTC(2025, 11, 1 + index)).toISOString().slice(0, 10),
    );
    const dailyStats = Object.fromEntries(days.map((day) => [day, 1]));
    const sold = { currency: 'USD' as const, totalRevenue: 365, last30Days: 30, byCurrency: {}, currencies: [] };
    await openTab('overview', [...busyShop(), reply(sales, { ...sold, dailyStats })]);
    const reader = page.getByRole('figure', { name: 'Revenue trend' }).getByRole('slider');
    await page.getByLabelText('Time shown').selectOptions('365');
    await expect.element(reader).toHaveAttribute('aria-valuetext', '30 November 2026: $1.00');
    (reader.element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowLeft}');
    await page.getByLabelText('Time shown').selectOptions('30');
    await expect.element(reader).toHaveAttribute('aria-valuetext', '29 November 2026: $1.00');
  });

  test('has charts that can be read by keyboard, point by point and as tables', async () => {
    await resizeTo(1280, 900);
    await openBusy();
    const trend = page.getByRole('figure', { name: 'Revenue trend' });
    const reader = trend.getByRole('slider');
    await expect.element(reader).toHaveAttribute('aria-valuetext', '30 November 2026: $11.97');
    (reader.element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowLeft}');
    await expect.element(reader).toHaveAttribute('aria-valuetext', '29 November 2026: $0.00');
    await userEvent.tab({ shift: true });
    await userEvent.keyboard('{Enter}');
    await expect.element(trend.getByRole('row')).toHaveLength(31);
    await expect.element(trend.getByRole('row').nth(1)).toMatchTextContent(/\$11\.97/);
    await expectAccessible();
    await userEvent.keyboard('{Enter}');
    await expect.element(trend.getByRole('slider')).toBeVisible();
    const people = page.getByRole('figure', { name: 'User activity' });
    await people.getByRole('button', { name: 'View as table' }).click();
    await expect.element(people.getByRole('row').nth(1)).toMatchTextContent(/2$/);
    await page.getByLabelText('Time shown').selectOptions('Since the first sale');
    await expectText(/^\$11\.97 in 30 days/);
  });
});

describe('the video service', () => {
  testLooks('a stopped video service', async () => {
    await openTab('overview', [...calmShop(), makingIn('stopped')]);
    await expectAlert('The making of films is stopped');
  });

  test('whose circuit breaker is open can be tested at once', async () => {
    const server = await openTab('overview', [
      ...calmShop(),
      makingIn('stopped'),
      refuse(resumeVideoMaking, 'service_unavailable'),
    ]);
    await expectText('The account is out of credit.');
    await expectText(/^3 paid films wait\. Next try: /);
    await press('Try now');
    await expectText('The service is busy. Please try again in a moment.');
    expect(server.sent(resumeVideoMaking)).toHaveLength(1);
  });

  test('that is paused resumes by itself', async () => {
    await openTab('overview', [...calmShop(), makingIn('paused')]);
    await expectText('The video service asked for a pause');
    await expect.element(page.getByRole('button', { name: 'Try now' })).not.toBeInTheDocument();
  });
});

test('customers are redirected to their gallery', async () => {
  await renderPage('/admin', { user: customer, answers: dashboardAnswers([]) });
  await expectPath('/dashboard');
});

test('the tabs become a select on narrow screens', async () => {
  await openTab('overview', calmShop());
  await expect.element(page.getByLabelText('Section')).toBeVisible();
  await resizeTo(1280, 900);
  const tabs = page.getByRole('navigation', { name: 'Sections of the admin dashboard' });
  await expect.element(tabs.getByRole('link', { name: 'Overview' })).toHaveAttribute('aria-current', 'page');
  await expect.element(tabs.getByRole('link')).toHaveLength(12);
});

async function expectFigures(figures: Record<string, string>): Promise<void> {
  await expectHeading('Processing analysis');
  const found = () => Object.fromEntries(Object.keys(figures).map((name) => [name, figure(name)]));
  await expect.poll(found).toEqual(figures);
}

/** The value below a name. */
function figure(name: string): string | undefined {
  const term = [...document.querySelectorAll('dt')].find(({ textContent }) => textContent === name);
  return term?.nextElementSibling?.textContent ?? undefined;
}
