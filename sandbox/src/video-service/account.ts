import { LumaError } from './luma-error.ts';
import type { GenerationRecord, VideoService } from './video-context.ts';

const centsPerGeneration = 50;

/** What is left on the account, in US cents. */
export function creditsLeft({ records, startCredits }: VideoService): number {
  return startCredits - chargedFor(records) * centsPerGeneration;
}

export function canPay(service: VideoService): boolean {
  return creditsLeft(service) >= centsPerGeneration;
}

/** Writes a generation and charges the account: 1 charges one generation, -1 refunds it, as Luma does on a failure. */
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

const minute = 60_000;

/** Counts creations against the limits of an account. */
export function createAllowance(limits: { concurrent: number; createsPerMinute: number }) {
  let recent: number[] = [];
  return {
    /** Counts one creation. @throws LumaError 429 with Retry-After above the limits */
    take(atWork: number): void {
      const now = Date.now();
      recent = recent.filter((time) => time > now - minute);
      if (atWork >= limits.concurrent) {
        throw new LumaError(429, 'Too many concurrent generations', { 'retry-after': '1' });
      }
      const [oldest = now] = recent;
      if (recent.length >= limits.createsPerMinute) {
        const seconds = Math.max(1, Math.ceil((oldest + minute - now) / 1000));
        throw new LumaError(429, 'Too many requests', { 'retry-after': String(seconds) });
      }
      recent.push(now);
    },
  };
}
