import assert from 'node:assert/strict';
import { updateBatch, type Action } from '@keepsake/contract/photos/content';
import { listPrompts } from '@keepsake/contract/films/prompts';
import { sql } from 'kysely';
import { searchVersion } from '../src/features/photos/checks/photo-check.queries.ts';
import { invoiceData, type Order, type TestShop } from './shop.ts';
import { allRows, runStatement } from './statements.ts';
import { until } from './until.ts';

type Paid = [status: number, code: string | undefined];

export interface AgreementScene {
  /** The id of the seeded effect with this name. */
  promptNamed(name: string): string;
  /** Chooses the effects of the first photo of an order. */
  choose(order: Order, actions: Action[]): Promise<void>;
  /** Sets what was seen in every photo of an order. */
  see(order: Order, findings: object | null): Promise<void>;
  /** Pays as the site does. */
  pay(order: Order, body?: object): Promise<Paid>;
  /** The same, and goes on once the order has arrived, which stores its invoice data. */
  beginToPay(order: Order, body?: object): Promise<{ result: Promise<Paid> }>;
}

const light = { sharpness: 12, brightness: 120, version: searchVersion };
const face = { box: { left: 0, top: 0, right: 1, bottom: 1 }, canMove: true, canTurn: true, eyesHidden: false };
export const awake = { faces: [{ ...face, eyesOpen: [true, true] }], ...light };
export const asleep = { faces: [{ ...face, eyesOpen: [false, false] }], ...light };

export async function agreementScene(shop: TestShop): Promise<AgreementScene> {
  const { token } = await shop.app.createUser();
  const { prompts } = (await shop.app.call(listPrompts, { token })).data;
  const scene: AgreementScene = {
    promptNamed: (name) => prompts.find(({ action }) => action.en === name)?.id ?? assert.fail(name),
    async choose({ photoIds, user }, actions) {
      const body = { contents: [{ id: photoIds[0] ?? '', actions }] };
      assert.equal((await shop.app.call(updateBatch, { body, token: user.token })).status, 200);
    },
    async see({ photoIds }, findings) {
      for (const id of photoIds)
        await runStatement(
          shop.app.db,
          sql`update photo_checks set findings = ${findings && JSON.stringify(findings)}::jsonb where photo_id = ${id}`,
        );
    },
    async pay(order, body = { invoiceData, requirePhotoChecks: true }) {
      const { status, error } = await shop.start(order, body);
      return [status, error?.code];
    },
    async beginToPay(order, body) {
      const result = scene.pay(order, body);
      const stored = sql`select 1 from invoices where bucket_id = ${order.bucketId}`;
      await until(async () => (await allRows(shop.app.db, stored)).length > 0);
      return { result };
    },
  };
  return scene;
}
