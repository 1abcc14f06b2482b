import { canonicalDomain, email } from '@keepsake/contract/email';
import type pg from 'pg';

interface Account {
  id: string;
  email: string;
  isVerified: boolean;
}

/**
 * Brings the addresses of accounts into the form in which they are stored from now on. Where two accounts have one address then, the verified
 * one keeps it; an account that nobody can sign in to any more and whose address was never verified is deleted, as it holds nothing. What
 * is left has more than one verified account for one mailbox: it stays as it is, and only the operator can tell what should become of it.
 */
export async function migrate(client: pg.Client): Promise<void> {
  const { rows } = await client.query<Account>(`
    select id, email, email_verified_at is not null as "isVerified" from users
    where email !~ '^[!-~]+$' order by email_verified_at nulls last, created_at, id`);
  for (const account of rows) {
    const address = readAddress(account.email);
    if (address === account.email) continue;
    if (address === undefined || !(await giveAddress(client, account, address)))
      await removeIfUnverified(client, account);
  }
}

/** What characters in a domain that nobody sees were left out of when mail was sent, is left out here as well. */
function readAddress(stored: string): string | undefined {
  const at = stored.lastIndexOf('@');
  const domain = canonicalDomain(stored.slice(at + 1).replaceAll(/\p{Default_Ignorable_Code_Point}/gu, ''));
  return email.safeParse(`${stored.slice(0, at)}@${domain}`).data;
}

/** @returns false where the address belongs to an account that has more right to it */
async function giveAddress(client: pg.Client, account: Account, address: string): Promise<boolean> {
  if (account.isVerified)
    await client.query('delete from users where email = $1 and email_verified_at is null', [address]);
  const given = await client.query(
    'update users set email = $2 where id = $1 and not exists (select 1 from users where email = $2)',
    [account.id, address],
  );
  return given.rowCount === 1;
}

async function removeIfUnverified(client: pg.Client, { id, isVerified }: Account): Promise<void> {
  if (!isVerified) await client.query('delete from users where id = $1', [id]);
}
