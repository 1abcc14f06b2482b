import type { CustomerPage as Customer } from '@keepsake/contract/admin/customer-page';
import { id as idText } from '@keepsake/contract/primitives';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import * as z from 'zod/mini';
import { paths } from '../../paths.ts';
import { useSearch } from '../../shared/search-params.ts';
import { dateTime, languageNames } from '../../shared/texts/format.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { EmailAddress } from '../../ui/email-address.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { QueryView } from '../../ui/feedback/query-view.tsx';
import { Facts } from '../orders/facts.tsx';
import { SectionLinks } from '../orders/section-links.tsx';
import { MailTable } from '../orders/mail-table.tsx';
import styles from '../orders/order-page.module.css';
import { CustomerActions } from './customer-actions.tsx';
import { InvoiceTable, OrderTable, PaymentTable, SessionTable } from './customer-lists.tsx';
import { customerQuery } from './customer-page.api.ts';

const search = z.object({ user: z.optional(idText) });

/** One customer with everything that an administrator needs to answer their questions. */
export function Component() {
  const id = useSearch(search)?.user;
  const { t } = useTranslation('admin-customer');
  return (
    <>
      <p>
        <LinkButton variant="quiet" icon={<ArrowLeft size={18} aria-hidden="true" />} to={paths.adminTab('users')}>
          {t('back')}
        </LinkButton>
      </p>
      {id === undefined ? <Notice tone="bad">{t('errors:not_found')}</Notice> : <CustomerPage key={id} id={id} />}
    </>
  );
}

function CustomerPage({ id }: { id: string }) {
  const query = useQuery(customerQuery(id));
  return <QueryView query={query}>{(customer) => <CustomerView customer={customer} />}</QueryView>;
}

function CustomerView({ customer }: { customer: Customer }) {
  const { t } = useTranslation('admin-customer');
  const { name, role, disabledAt, orders, payments, invoices, mails } = customer;
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h3 className={styles.title}>{name}</h3>
        {role === 'Admin' && <Chip icon={null}>{t('administrator')}</Chip>}
        {disabledAt !== null && <Chip tone="bad">{t('disabled')}</Chip>}
      </header>
      {disabledAt !== null && (
        <Notice tone="warn" announce={false} title={t('disabledSince', { at: dateTime(disabledAt) })}>
          <p>{t('disabledText')}</p>
        </Notice>
      )}
      <SectionLinks
        names={{
          'customer-actions': t('actions'),
          'customer-orders': t('orders.title'),
          'customer-payments': t('payments.title'),
          'customer-invoices': t('invoices.title'),
          'customer-mails': t('mails'),
          'customer-sessions': t('sessions.title'),
        }}
      />
      <Summary customer={customer} />
      <CustomerActions customer={customer} />
      <section className={styles.section} aria-labelledby="customer-orders">
        <h4 id="customer-orders">{t('orders.title')}</h4>
        <OrderTable orders={orders.data} />
        <More more={orders.more} />
      </section>
      <section className={styles.section} aria-labelledby="customer-payments">
        <h4 id="customer-payments">{t('payments.title')}</h4>
        <PaymentTable payments={payments.data} />
        <More more={payments.more} />
      </section>
      <section className={styles.section} aria-labelledby="customer-invoices">
        <h4 id="customer-invoices">{t('invoices.title')}</h4>
        <InvoiceTable invoices={invoices.data} />
        <More more={invoices.more} />
      </section>
      <section className={styles.section} aria-labelledby="customer-mails">
        <h4 id="customer-mails">{t('mails')}</h4>
        <MailTable mails={mails.data} />
        <More more={mails.more} />
      </section>
      <section className={styles.section} aria-labelledby="customer-sessions">
        <h4 id="customer-sessions">{t('sessions.title')}</h4>
        <SessionTable sessions={customer.sessions} />
      </section>
    </div>
  );
}

function More({ more }: { more: boolean }) {
  const { t } = useTranslation('admin-customer');
  return more && <p className={styles.small}>{t('more')}</p>;
}

/** What an administrator answers to "I cannot sign in". */
function signInOf({ disabledAt, hasPassword, verifiedAt }: Customer) {
  if (disabledAt !== null) return 'disabled';
  if (!hasPassword) return 'noPassword';
  return verifiedAt === null ? 'notVerified' : 'possible';
}

function Summary({ customer }: { customer: Customer }) {
  const { t } = useTranslation('admin-customer');
  const { id, email, language, createdAt, lastLogin, verifiedAt, hasPassword, totp, newsletterConsent } = customer;
  return (
    <Facts
      facts={[
        [t('email'), <EmailAddress key="email" email={email} />],
        [
          t('verified'),
          verifiedAt === null ? (
            <Chip key="verified" tone="warn">
              {t('notVerified')}
            </Chip>
          ) : (
            dateTime(verifiedAt)
          ),
        ],
        [t('language'), languageNames[language]],
        [t('joined'), dateTime(createdAt)],
        [t('lastLogin'), lastLogin === null ? t('never') : dateTime(lastLogin)],
        [t('signIn'), t(`signInNow.${signInOf(customer)}`)],
        [t('passwordState'), t(hasPassword ? 'set' : 'notSet')],
        [t('totp'), t(totp ? 'on' : 'off')],
        [t('newsletter'), t(newsletterConsent ? 'yes' : 'no')],
        [t('id'), <code key="id">{id}</code>],
      ]}
    />
  );
}
