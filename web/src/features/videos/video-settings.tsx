import { useQuery } from '@tanstack/react-query';
import { errorText } from '../../shared/i18n.ts';
import { useTranslation } from '../../shared/use-translation.ts';
import { QueryView } from '../../ui/query-view.tsx';
import { videoConfigQuery } from './video-config.api.ts';
import { VideoSettingsForm } from './video-settings-form.tsx';

export function VideoSettings() {
  const { t } = useTranslation('admin-config');
  const query = useQuery(videoConfigQuery);
  return (
    <QueryView query={query} failureText={(error) => t('failedLoad', { reason: errorText(error) })}>
      {(state) => <VideoSettingsForm state={state} />}
    </QueryView>
  );
}
