import type { Comparison, Difference } from '@keepsake/contract/orders/ledger';
import { date } from '@keepsake/contract/primitives';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { dateTime, number } from '../../shared/texts/format.ts';
import type { Translate } from '../../shared/texts/text-keys.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { QueryView } from '../../ui/feedback/query-view.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { TextField } from '../../ui/forms/fields/text-field.tsx';
import { useContractForm } from '../../ui/forms/use-contract-form.ts';
import { type Column, DataTable } from '../../ui/layout/data-table.tsx';
import { orderColumn } from './ledger-entries.tsx';
import { balanceQuery, compareDays, sumText } from './ledger.api.ts';
import styles from './ledger.module.css';

/** The comparison with the payment provider: of last night, or of chosen days. */
export function LedgerBalance() {
  const { t } = useTranslation('admin-ledger');
  const query = useQuery(balanceQuery);
  const [compared, setCompared] = useState<Comparison | null>(null);
  return (
    <section className={styles.part} aria-labelledby="ledger-balance">
      <h3 id="ledger-balance">{t('balance.title')}</h3>
      {compared === null ? (
        <QueryView query={query}>
          {(last) => (last === null ? <p>{t('balance.never')}</p> : <Compared comparison={last} />)}
        </QueryView>
      ) : (
        <Compared comparison={compared} />
      )}
      <DaysForm onCompared={setCompared} />
    </section>
  );
}

const days = z.object({ from: date, to: date });

function DaysForm({ onCompared }: { onCompared: (comparison: Comparison | null) => void }) {
  const { t } = useTranslation('admin-ledger');
  const form = useContractForm(days, {
    defaultValues: { from: '', to: '' },
    submit: async (chosen) => onCompared(await compareDays(chosen)),
  });
  return (
    <Form form={form} label={t('balance.compare')}>
      <div className={styles.days}>
        <TextField {...form.field('from', t('filter.from'))} type="date" />
        <TextField {...form.field('to', t('filter.to'))} type="date" />
        <Button type="submit" variant="secondary" busy={form.busy}>
          {t('balance.compare')}
        </Button>
      </div>
    </Form>
  );
}

function Compared({ comparison }: { comparison: Comparison }) {
  const { t } = useTranslation('admin-ledger');
  const { checkedAt, from, to, charges, refunds, disputes, differences } = comparison;
  const fits = differences.length === 0;
  return (
    <>
      <Notice
        tone={fits ? 'ok' : 'bad'}
        title={fits ? t('balance.fits') : t('balance.differs', { count: differences.length })}
      >
        <p>{t('balance.period', { from: dateTime(from), to: dateTime(to) })}</p>
        <p>
          {t('balance.compared', {
            charges: number(charges),
            refunds: number(refunds),
            disputes: number(disputes),
            at: dateTime(checkedAt),
          })}
        </p>
      </Notice>
      {!fits && (
        <DataTable
          caption={t('balance.differences')}
          columns={columnsOf(t)}
          rows={differences}
          rowKey={({ about, reference, kind }) => `${about} ${reference} ${kind}`}
          empty={t('balance.fits')}
        />
      )}
    </>
  );
}

function columnsOf(t: Translate<'admin-ledger'>): Column<Difference>[] {
  return [
    {
      key: 'what',
      title: t('balance.what'),
      long: true,
      cell: ({ about, kind, reference }) => (
        <>
          <strong>{t(about === 'charge' || about === 'refund' ? `balance.${about}` : `kinds.${about}`)}</strong>
          <p>{t(`balance.${kind}`)}</p>
          <p className={styles.reference}>{reference}</p>
        </>
      ),
    },
    { key: 'ours', title: t('balance.ours'), numeric: true, cell: ({ ours, currency }) => sumText(ours, currency) },
    {
      key: 'theirs',
      title: t('balance.theirs'),
      numeric: true,
      cell: ({ theirs, currency }) => sumText(theirs, currency),
    },
    orderColumn(t),
    {
      key: 'found',
      title: t('balance.found'),
      cell: ({ foundAt }) => (foundAt === null ? '–' : <time dateTime={foundAt}>{dateTime(foundAt)}</time>),
    },
  ];
}
