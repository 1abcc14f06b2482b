import type { Records } from '../records.ts';
import type { GenerationRequest } from './generation-request.ts';

/** A generation as Luma answers it. Source: components/schemas/Generation in github.com/lumalabs/lumaai-api. */
export type Generation = {
  id: string;
  generation_type: 'video';
  /** `queued`, `dreaming`, `completed` or `failed`; a test may plan a word that Luma does not have. */
  state: string;
  failure_reason: string | null;
  created_at: string;
  assets: { video: string } | null;
  model: string;
  request: GenerationRequest;
};

/** How a generation will end. */
export type Outcome = { kind: 'complete' } | { kind: 'fail'; reason: string } | { kind: 'hang'; state: string };

export type GenerationRecord = {
  id: string;
  order: number;
  generation: Generation;
  outcome: Outcome;
  /** Milliseconds since the epoch, from when on lists show it. */
  listedFrom: number;
  /** When it ended, in milliseconds; and the film's SHA-256, in hex. */
  endedAt: number | null;
  filmSha256: string | null;
};

export type VideoKinds = {
  generations: GenerationRecord;
  /** What was ever accepted, as it last stood: a deleted generation too. */
  accepted: GenerationRecord;
  /** One record: how many generations were paid for, those that were deleted since included. */
  account: { id: 'account'; charged: number };
};
export const videoKinds: (keyof VideoKinds)[] = ['generations', 'accepted', 'account'];
export type VideoRecords = Records<VideoKinds>;

export function isAtWork({ generation }: GenerationRecord): boolean {
  return generation.state !== 'completed' && generation.state !== 'failed';
}
