import * as z from 'zod/mini';
import { paths } from '../../../../paths.ts';
import { usePageNumber, useSearch } from '../../../../shared/search-params.ts';

const first = z._default(z.coerce.number().check(z.int(), z.minimum(1)), 1);
const search = z.object({ owed: first, reports: first });

interface ListPages {
  failed: number;
  owed: number;
  reports: number;
}

/** The current page of each list in the tab, from the URL. `to` returns the URL after some of them change. */
export function useListPages(): ListPages & { to: (turned: Partial<ListPages>) => string } {
  const failed = usePageNumber();
  const { owed, reports } = useSearch(search) ?? { owed: 1, reports: 1 };
  const pages = { failed, owed, reports };
  return {
    ...pages,
    to: (turned) => {
      const next = { ...pages, ...turned };
      return paths.adminTab('videos', next.failed, { owed: shown(next.owed), reports: shown(next.reports) });
    },
  };
}

function shown(page: number): string | undefined {
  return page > 1 ? String(page) : undefined;
}
