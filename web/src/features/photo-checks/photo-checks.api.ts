import { photoChecks } from '@keepsake/contract/photo-checks';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../shared/api.ts';

const againAfterMs = 2_000;
/** A minute and a half: advice that takes longer is not waited for. */
const mostAnswers = 45;

/** What was seen in the photos of a set, asked again until all were looked at. */
export function photoChecksQuery(bucketId: string) {
  return queryOptions({
    queryKey: ['photo-checks', bucketId],
    queryFn: ({ signal }) => call(photoChecks, { params: { id: bucketId }, signal }),
    refetchInterval: ({ state }) =>
      state.data && state.data.waiting > 0 && state.dataUpdateCount < mostAnswers ? againAfterMs : false,
  });
}
