import type { Reply } from '@keepsake/contract/endpoint';
import type { getPricing, Pricing } from '@keepsake/contract/pricing';
import { useEffect, useState } from 'react';
import { fetchJson } from '../../shared/fetch-json.ts';
import { logProblem } from '../../shared/log.ts';

const address: (typeof getPricing)['path'] = '/api/pricing';

/** The prices of today: null while they are asked for, `failed` where they cannot be had. Small, for visitors load it with the landing page. */
export function usePricing(): Pricing | 'failed' | null {
  const [pricing, setPricing] = useState<Pricing | 'failed' | null>(null);
  useEffect(() => {
    const control = new AbortController();
    fetchJson<Reply<typeof getPricing>>(address, { retries: 2, signal: control.signal }).then(
      ({ data }) => setPricing(data),
      (error: unknown) => {
        if (control.signal.aborted) return;
        logProblem('The prices could not be read.', error);
        setPricing('failed');
      },
    );
    return () => control.abort();
  }, []);
  return pricing;
}
