import assert from 'node:assert/strict';
import { exportOrders, listOrders, orderStatusFilters } from '@keepsake/contract/admin/orders';
import { deleteBucket } from '@keepsake/contract/photos/content';
import { sql } from 'kysely';
import { test } from 'vitest';
import { orderFilms } from '../../../test/film-order.ts';
import { createPhotoSet } from '../../../test/photo-set.ts';
import { recordSale } from '../../../test/record-sale.ts';
import { startTestShop } from '../../../test/shop.ts';
import { runStatement } from '../../../test/statements.ts';

const { app, admin } = await startTestShop();
type Query = Record<string, string>;

const idsOf = async (query: Query) =>
  (await app.call(listOrders, { token: admin.token, query: { limit: 100, ...query } })).data.data.map(({ id }) => id);

test('the table has the orders of the list, whatever it is narrowed to', async () => {
  const customer = await app.createUser({ name: 'Narrowed' });
  const search = customer.email;
  await createPhotoSet(app.db, customer.id, [[1]]);
  const sold = [];
  for (const status of ['archived', 'deleted', 'paid']) {
    const { bucketId: one } = await orderFilms(app, [[1]], customer);
    await recordSale(app.db, one, 500);
    await runStatement(
      app.db,
      sql`update buckets set status = 'archived' where id = ${one} and ${status} = 'archived'`,
    );
    if (status === 'deleted') await app.call(deleteBucket, { params: { id: one }, token: customer.token });
    sold.unshift(one);
  }
  assert.deepEqual(await idsOf({ search, status: 'sold' }), sold);
  for (const status of orderStatusFilters) {
    const inList = await idsOf({ search, status });
    assert.ok(inList.length > 0 || status === 'refunded');
    const inTable = (await exported({ search, status })).map(([id]) => id);
    assert.deepEqual(inTable.toSorted(), inList.toSorted(), status);
  }
});

test('the table for spreadsheets has every order, and no cell that a spreadsheet would compute', async () => {
  const names = [
    '=HYPERLINK("http://evil.example";"x")',
    '+1',
    '@SUM(A1)',
    '-2',
    'Kovács, "Ada" Ödön',
    'Anna;=1+1',
    "\u00a0'＝1",
    'Anna\t=1',
  ];
  const found: Record<string, string[]> = {};
  for (const name of names) {
    const customer = await app.createUser({ name });
    const { bucketId } = await orderFilms(app, [[1]], customer);
    await recordSale(app.db, bucketId, 1234);
    [found[name] = []] = await exported({ search: bucketId });
  }
  assert.deepEqual(
    names.map((name) => found[name]?.[3]),
    [
      `'=HYPERLINK("http://evil.example";"x")`,
      "'+1",
      "'@SUM(A1)",
      "'-2",
      'Kovács, "Ada" Ödön',
      "Anna;'=1+1",
      "'\u00a0'＝1",
      "Anna\t'=1",
    ],
  );
  const { headers, data } = await app.call(exportOrders, { token: admin.token, query: { status: 'paid' } });
  assert.deepEqual(
    [headers.get('content-type'), headers.get('content-disposition'), headers.get('cache-control')],
    ['text/csv; charset=utf-8', 'attachment; filename="orders.csv"', 'no-store'],
  );
  assert.ok(data.startsWith('\uFEFForder,date_utc,status,customer,email,photos,'));
  const [row = []] = await exported({ search: 'Kovács, "Ada"' });
  assert.match(row[1] ?? '', /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  assert.deepEqual([row[2], row[5], row[7], row[9], row[10]], ['paid', '1', '1', '12.34', 'EUR']);
});

/** The rows of the table, read as a spreadsheet reads them, without the titles. */
async function exported(query: Query): Promise<string[][]> {
  const { status, data } = await app.call(exportOrders, { token: admin.token, query });
  assert.equal(status, 200);
  assert.ok(data.endsWith('\r\n'));
  return data
    .split('\r\n')
    .slice(1, -1)
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) =>
        quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'),
      ),
    );
}
