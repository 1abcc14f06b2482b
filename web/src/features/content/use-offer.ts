import type { Pictogram, Prompt } from '@keepsake/contract/prompts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { money } from '../../shared/format.ts';
import { pricingQuery } from '../pricing/pricing.api.ts';
import { pictogramsQuery, promptsQuery } from '../prompts/prompts.api.ts';

/** What can be chosen for a photo. */
export interface Offer {
  prompts: readonly Prompt[];
  /** By key; empty while they are not known, the choice works without. */
  pictograms: ReadonlyMap<string, Pictogram>;
  /** What a further version costs, in words; absent while prices are not known. */
  versionPrice: string | undefined;
}

const noPictograms: ReadonlyMap<string, Pictogram> = new Map();

export function useOffer(): { offer: Offer | null; failed: boolean; retry: () => void } {
  const { data: prompts, isError, isFetching, refetch } = useQuery(promptsQuery);
  const { data: pictograms = noPictograms } = useQuery(pictogramsQuery);
  const { data: pricing } = useQuery(pricingQuery);
  const versionPrice = pricing && money(pricing.variantPrice, pricing.currency);
  const offer = useMemo(
    () => (prompts ? { prompts, pictograms, versionPrice } : null),
    [prompts, pictograms, versionPrice],
  );
  return { offer, failed: isError && !isFetching && !prompts, retry: () => void refetch() };
}
