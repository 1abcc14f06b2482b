import type { VideoService } from './video-context.ts';
import type { GenerationRecord } from './video-records.ts';

const centsPerGeneration = 50;

/** What is left on the account, in US cents. */
export function creditsLeft({ records, startCredits }: VideoService): number {
  return startCredits - chargedFor(records) * centsPerGeneration;
}

export function canPay(service: VideoService): boolean {
  return creditsLeft(service) >= centsPerGeneration;
}

/** Writes a generation and what it does to the account: 1 pays for it, -1 gives that back as Luma does on a failure. */
export async function writeGeneration(
  service: VideoService,
  record: GenerationRecord,
  paid: -1 | 0 | 1,
): Promise<void> {
  await service.inTurn('account', () =>
    service.records.write([
      { kind: 'generations', record },
      { kind: 'accepted', record },
      { kind: 'account', record: { id: 'account', charged: chargedFor(service.records) + paid } },
    ]),
  );
}

function chargedFor(records: VideoService['records']): number {
  return records.get('account', 'account')?.charged ?? 0;
}
