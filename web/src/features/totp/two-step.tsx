import type { Reply } from '@keepsake/contract/endpoint';
import type { totpStatus } from '@keepsake/contract/totp';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '../../shared/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Chip } from '../../ui/chip.tsx';
import { FormActions } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { Text } from '../../ui/text.tsx';
import { toast } from '../../ui/toast-store.ts';
import { sessionsQuery } from '../sessions/sessions.api.ts';
import { DisableForm, RenewForm } from './proof-forms.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { totpQuery } from './totp.api.ts';
import { TurnOn } from './turn-on.tsx';
import styles from './two-step.module.css';

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
    // Turning it on ends the other ones.
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
