import type { Endpoint } from '@keepsake/contract/endpoint';
import { endpointUrl, failure, networkError, requestHeaders } from './api.ts';
import { getToken } from './session.ts';

/** Downloads a table for spreadsheets, which requires the session's token, under a name. Throws ApiError, also if the download is incomplete. */
export async function saveTable(
  endpoint: Endpoint & { replyType: 'csv' },
  query: Record<string, unknown>,
  name: string,
): Promise<void> {
  const sentToken = getToken();
  const table = await load(endpointUrl(endpoint, {}, query), sentToken);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(table);
  link.download = name;
  link.click();
  // Delayed, because the browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

async function load(url: string, sentToken: string | null): Promise<Blob> {
  try {
    const response = await fetch(url, { headers: { ...requestHeaders(false), accept: 'text/csv' } });
    if (response.ok) return await response.blob();
    throw failure(response.status, await response.json().catch(() => undefined), sentToken);
  } catch (error) {
    throw error instanceof TypeError || error instanceof DOMException ? networkError() : error;
  }
}
