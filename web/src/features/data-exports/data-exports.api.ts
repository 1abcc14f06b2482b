import { latestDataExport, requestDataExport } from '@keepsake/contract/data-exports';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../shared/api.ts';

/** The export that was asked for last. Asked again while it is being made, and now and then for its link expires. */
export const dataExportQuery = queryOptions({
  queryKey: ['data-export'],
  queryFn: ({ signal }) => call(latestDataExport, { signal }),
  refetchInterval: ({ state }) => (state.data?.dataExport?.state === 'waiting' ? 5_000 : 4 * 60_000),
});

export function askForData() {
  return call(requestDataExport);
}
