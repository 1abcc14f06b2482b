import type { Reply } from '@keepsake/contract/endpoint';
import { totpStatus } from '@keepsake/contract/accounts/totp';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../shared/api.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { QueryView } from '../../ui/feedback/query-view.tsx';
import { FormActions } from '../../ui/forms/form.tsx';
import { Card } from '../../ui/layout/page.tsx';
import { toast } from '../../ui/overlays/toast-store.ts';
import { Text } from '../../ui/text.tsx';
import { sessionsQuery } from '../sessions/sessions.api.ts';
import { DisableForm, RenewForm } from './proof-forms.tsx';
import { TurnOn } from './turn-on.tsx';
import styles from './two-step.module.css';

const totpQuery = queryOptions({
  queryKey: ['totp'],
  queryFn: ({ signal }) => call(totpStatus, { signal }),
});

type Doing = 'nothing' | 'turning on' | 'renewing' | 'turning off';

/** The administrators' own second sign-in step. */
export function TwoStep() {
  const { t } = useTranslation('totp');
  const query = useQuery(totpQuery);
  return (
    <Card className={styles.section}>
      <h2 className={styles.title}>{t('title')}</h2>
      <p>{t('text')}</p>
      <QueryView query={query}>{(status) => <State status={status} />}</QueryView>
    </Card>
  );
}

function State({ status }: { status: Reply<typeof totpStatus> }) {
  const { t } = useTranslation('totp');
  const queries = useQueryClient();
  const [doing, setDoing] = useState<Doing>('nothing');
  const [codes, setCodes] = useState<string[] | null>(null);
  const refresh = () => {
    void queries.invalidateQueries({ queryKey: totpQuery.queryKey });
    // Turning it on ends the other sessions.
    void queries.invalidateQueries({ queryKey: sessionsQuery.queryKey });
  };
  const end = () => setDoing('nothing');
  const showCodes = (fresh: string[]) => {
    setCodes(fresh);
    end();
    refresh();
  };
  if (codes !== null) return <RecoveryCodes codes={codes} onKept={() => setCodes(null)} />;
  if (doing === 'turning on') return <TurnOn onDone={showCodes} onCancel={end} />;
  if (doing === 'renewing') return <RenewForm onDone={showCodes} onCancel={end} />;
  if (doing === 'turning off') {
    const done = () => {
      end();
      refresh();
      toast(t('off.done'));
    };
    return <DisableForm onDone={done} onCancel={end} />;
  }
  if (!status.isOn) {
    return (
      <>
        {status.isRequired && (
          <Notice tone="warn" announce={false}>
            <p>{t('required')}</p>
          </Notice>
        )}
        <FormActions>
          <Button onClick={() => setDoing('turning on')}>{t('on.open')}</Button>
        </FormActions>
      </>
    );
  }
  return (
    <>
      <p className={styles.state}>
        <Chip tone="ok">{t('isOn')}</Chip>
        <Text> {t('codesLeft', { count: status.recoveryCodesLeft })}</Text>
      </p>
      <FormActions>
        <Button variant="secondary" onClick={() => setDoing('renewing')}>
          {t('renew.open')}
        </Button>
        <Button variant="secondary" onClick={() => setDoing('turning off')}>
          {t('off.open')}
        </Button>
      </FormActions>
    </>
  );
}

/** Shown only once, because only their hashes are stored. */
function RecoveryCodes({ codes, onKept }: { codes: string[]; onKept: () => void }) {
  const { t } = useTranslation('totp');
  const copy = async () => {
    await navigator.clipboard.writeText(codes.join('\n')).then(
      () => toast(t('codes.copied')),
      () => toast(t('codes.notCopied'), { tone: 'bad' }),
    );
  };
  return (
    <>
      <Notice tone="ok" title={t('codes.title')}>
        <p>{t('codes.text')}</p>
      </Notice>
      <ul className={styles.codes} aria-label={t('codes.list')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <FormActions>
        <Button variant="secondary" icon={<Copy size={20} aria-hidden="true" />} onClick={() => void copy()}>
          {t('codes.copy')}
        </Button>
        <Button onClick={onKept}>{t('codes.kept')}</Button>
      </FormActions>
    </>
  );
}
