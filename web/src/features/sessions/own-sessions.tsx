import { endOtherSessions, endSession, type Session } from '@keepsake/contract/accounts/sessions';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../shared/api.ts';
import { dateTime } from '../../shared/texts/format.ts';
import { errorText } from '../../shared/texts/i18n.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { QueryView } from '../../ui/feedback/query-view.tsx';
import { FormActions } from '../../ui/forms/form.tsx';
import { Card } from '../../ui/layout/page.tsx';
import { toast } from '../../ui/overlays/toast-store.ts';
import { Text } from '../../ui/text.tsx';
import styles from './own-sessions.module.css';
import { sessionsQuery } from './sessions.api.ts';

/** The user's sessions, with buttons to end one of them, or all but this one. */
export function OwnSessions() {
  const { t } = useTranslation('profile');
  const query = useQuery(sessionsQuery);
  return (
    <Card className={styles.section}>
      <h2 className={styles.title}>{t('sessions.title')}</h2>
      <p>{t('sessions.text')}</p>
      <QueryView query={query}>{(sessions) => <List sessions={sessions} />}</QueryView>
    </Card>
  );
}

function List({ sessions }: { sessions: readonly Session[] }) {
  const { t } = useTranslation('profile');
  const ending = useEnding();
  return (
    <>
      <ul className={styles.sessions}>
        {sessions.map(({ id, device, createdAt, lastUsedAt, isCurrent }) => {
          const [name, since] = [device ?? t('sessions.unknown'), dateTime(createdAt)];
          return (
            <li key={id} className={styles.session}>
              <div>
                <p className={styles.device}>
                  <Text>{name} </Text>
                  {isCurrent && <Chip tone="ok">{t('sessions.current')}</Chip>}
                </p>
                <p>{t('sessions.times', { since, used: dateTime(lastUsedAt) })}</p>
              </div>
              {!isCurrent && (
                <Button
                  variant="secondary"
                  aria-label={t('sessions.endOf', { device: name, since })}
                  busy={ending.isPending && ending.variables === id}
                  onClick={() => ending.mutate(id)}
                >
                  {t('sessions.end')}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {sessions.some(({ isCurrent }) => !isCurrent) && (
        <FormActions>
          <Button
            variant="secondary"
            busy={ending.isPending && ending.variables === 'others'}
            onClick={() => ending.mutate('others')}
          >
            {t('sessions.endOthers')}
          </Button>
        </FormActions>
      )}
    </>
  );
}

/** Also removes a session that has ended by itself meanwhile. */
function useEnding() {
  const { t } = useTranslation('profile');
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (which: string) => {
      if (which === 'others') await call(endOtherSessions);
      else await call(endSession, { params: { id: which } });
    },
    onSuccess: (_, which) => toast(t(which === 'others' ? 'sessions.endedOthers' : 'sessions.ended')),
    onError: (error) => toast(errorText(error), { tone: 'bad' }),
    onSettled: () => queries.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}
