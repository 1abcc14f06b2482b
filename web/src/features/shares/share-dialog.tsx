import { revokeShare, type Share } from '@keepsake/contract/films/shares';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Copy, Share2 } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../shared/api.ts';
import { longDateTime } from '../../shared/texts/format.ts';
import { errorText } from '../../shared/texts/i18n.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { QueryView } from '../../ui/feedback/query-view.tsx';
import { FormActions } from '../../ui/forms/form.tsx';
import { TextField } from '../../ui/forms/fields/text-field.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { toast } from '../../ui/overlays/toast-store.ts';
import { Text } from '../../ui/text.tsx';
import styles from './share-dialog.module.css';
import { type ShareableFilm, ShareForm } from './share-form.tsx';
import { sharesQuery } from './shares.api.ts';

interface ShareDialogProps {
  bucketId: string;
  films: readonly ShareableFilm[];
  onClose: () => void;
}

/** Creates and revokes links to films of a bucket. */
export function ShareDialog({ bucketId, films, onClose }: ShareDialogProps) {
  const { t } = useTranslation('shares');
  const [url, setUrl] = useState<string | null>(null);
  return (
    <Dialog title={t('title')} onClose={onClose}>
      {url === null ? (
        <ShareForm bucketId={bucketId} films={films} onMade={setUrl} />
      ) : (
        <NewLink url={url} onAnother={() => setUrl(null)} />
      )}
      <ShareList bucketId={bucketId} />
    </Dialog>
  );
}

/** A new link; it is shown only once. */
function NewLink({ url, onAnother }: { url: string; onAnother: () => void }) {
  const { t } = useTranslation('shares');
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => toast(t('copied')),
      () => toast(t('copyFailed'), { tone: 'bad' }),
    );
  // Cancelling the system's share dialog is no error.
  const send = () => navigator.share({ url }).catch(() => undefined);
  return (
    <div className={styles.link}>
      <Notice tone="ok" title={t('ready')}>
        <p>{t('onlyNow')}</p>
      </Notice>
      <TextField label={t('link')} value={url} readOnly data-autofocus onFocus={({ target }) => target.select()} />
      <FormActions>
        <Button icon={<Copy size={20} aria-hidden="true" />} onClick={() => void copy()}>
          {t('copy')}
        </Button>
        {'share' in navigator && (
          <Button variant="secondary" icon={<Share2 size={20} aria-hidden="true" />} onClick={() => void send()}>
            {t('send')}
          </Button>
        )}
        <Button variant="quiet" onClick={onAnother}>
          {t('another')}
        </Button>
      </FormActions>
    </div>
  );
}

/** The active links, each with a button to revoke it. */
function ShareList({ bucketId }: { bucketId: string }) {
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
