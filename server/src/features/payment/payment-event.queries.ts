import { sql, type Tx } from '../../platform/db.ts';

interface SeenEvent {
  id: string;
  type: string;
}

/** Takes an event for this transaction; false where it was acted on before. Waits for another who is at it right now. */
export async function claimEvent(tx: Tx, event: SeenEvent): Promise<boolean> {
  const claimed = await tx.run(sql`
    insert into payment_events (id, type, received_at, outcome)
    values (${event.id}, ${event.type}, app_now(), 'claimed')
    on conflict (id) do nothing`);
  return claimed === 1;
}

export async function setEventOutcome(tx: Tx, id: string, outcome: string): Promise<void> {
  await tx.run(sql`update payment_events set outcome = ${outcome} where id = ${id}`);
}
