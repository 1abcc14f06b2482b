import { listNotificationConfigs, previewNotification } from '@keepsake/contract/notifications';
import type { Language } from '@keepsake/contract/primitives';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../shared/api.ts';

export const notificationsQuery = queryOptions({
  queryKey: ['admin', 'notifications'],
  queryFn: ({ signal }) => call(listNotificationConfigs, { signal }),
  staleTime: 0,
});

/** The mail of a notification as a customer would read it. */
export function previewQuery(id: string, language: Language) {
  return queryOptions({
    queryKey: ['admin', 'notification-preview', id, language],
    queryFn: ({ signal }) => call(previewNotification, { params: { id }, query: { language }, signal }),
  });
}
