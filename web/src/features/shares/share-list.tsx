import { revokeShare, type Share } from '@keepsake/contract/shares';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../shared/api.ts';
import { longDateTime } from '../../shared/format.ts';
import { errorText } from '../../shared/i18n.ts';
import { useTranslation } from '../../shared/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { Text } from '../../ui/text.tsx';
import { toast } from '../../ui/toast-store.ts';
import styles from './share-list.module.css';
import { sharesQuery } from './shares.api.ts';

/** The links of a set that work now, each with a button that ends it. */
export function ShareList({ bucketId }: { bucketId: string }) {
  const { t } = useTranslation('shares');
  const query = useQuery(sharesQuery(bucketId));
  const queries = useQueryClient();
  const revoke = useMutation({
    mutationFn: (id: string) => call(revokeShare, { params: { id } }),
    onSuccess: () => toast(t('ended')),
    onError: (error) => toast(errorText(error), { tone: 'bad' }),
    onSettled: () => queries.invalidateQueries({ queryKey: sharesQuery(bucketId).queryKey }),
  });
  return (
    <QueryView query={query}>
      {({ shares }) =>
        shares.length > 0 && (
          <section className={styles.shares}>
            <h3 className={styles.title}>{t('list')}</h3>
            <ul className={styles.list}>
              {shares.map((share) => (
                <li key={share.id} className={styles.share}>
                  <ShareText share={share} />
                  <Button
                    variant="secondary"
                    busy={revoke.isPending && revoke.variables === share.id}
                    aria-label={t('endNamed', { date: longDateTime(share.createdAt) })}
                    onClick={() => revoke.mutate(share.id)}
                  >
                    {t('end')}
                  </Button>
                </li>
              ))}
            </ul>
          </section>
        )
      }
    </QueryView>
  );
}

function ShareText({ share }: { share: Share }) {
  const { t } = useTranslation('shares');
  return (
    <p>
      <span>{t('made', { date: longDateTime(share.createdAt) })}</span>
      <br />
      <span className={styles.details}>
        <Text>
          {t('shows', { count: share.films, date: longDateTime(share.expiresAt) })}
          {share.hasPassword && ` ${t('withPassword')}`}
        </Text>
      </span>
    </p>
  );
}
