import { id } from '@keepsake/contract/primitives';
import * as z from 'zod/mini';
import { useSearch } from '../../shared/search-params.ts';
import { LedgerBalance } from './ledger-balance.tsx';
import { LedgerList } from './ledger-list.tsx';
import { OrderMoney } from './order-money.tsx';

const search = z.object({ order: z.optional(id) });

/** The money ledger: whether it agrees with the payment provider, every entry, and one order with all that happened to its money. */
export function Component() {
  const order = useSearch(search)?.order;
  if (order !== undefined) return <OrderMoney id={order} />;
  return (
    <>
      <LedgerBalance />
      <LedgerList />
    </>
  );
}
