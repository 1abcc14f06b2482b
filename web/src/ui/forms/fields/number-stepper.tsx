import { Minus, Plus } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from '../../../shared/texts/use-translation.ts';
import { IconButton } from '../../button.tsx';
import { Field, fieldIds } from './field.tsx';
import styles from './number-stepper.module.css';
import { wholeWithin } from './plain-number.ts';

interface NumberStepperProps {
  label: string;
  hint?: ReactNode;
  value: number;
  onChange: (value: number) => void;
  min?: number;
  max?: number;
  disabled?: boolean;
}

/** A small whole number with − and + buttons. Input is clamped to the range; anything else becomes `min`. */
export function NumberStepper({
  label,
  hint,
  value,
  onChange,
  min = 1,
  max = 10,
  disabled = false,
}: NumberStepperProps) {
  const { t } = useTranslation();
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const settle = () => {
    if (typed === null) return;
    setTyped(null);
    onChange(wholeWithin(typed, min, max));
  };
  const step = (by: number) => {
    setTyped(null);
    const from = typed === null ? value : wholeWithin(typed, min, max);
    if (!disabled) onChange(wholeWithin(String(from + by), min, max));
  };
  return (
    <Field id={id} label={label} hint={hint}>
      <div className={styles.row}>
        <IconButton
          label={t('decrease', { what: label })}
          icon={<Minus size={20} aria-hidden="true" />}
          aria-disabled={disabled || value <= min}
          onClick={() => step(-1)}
        />
        <input
          {...fieldIds(id, { hint })}
          type="text"
          inputMode="numeric"
          role="spinbutton"
          aria-valuemin={min}
          aria-valuemax={max}
          aria-valuenow={value}
          autoComplete="off"
          className={styles.input}
          disabled={disabled}
          value={typed ?? String(value)}
          onChange={(event) => setTyped(event.target.value)}
          onFocus={(event) => event.target.select()}
          onBlur={settle}
          onKeyDown={(event) => {
            if (event.key === 'Enter') settle();
            const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
            if (by === undefined) return;
            event.preventDefault();
            step(by);
          }}
        />
        <IconButton
          label={t('increase', { what: label })}
          icon={<Plus size={20} aria-hidden="true" />}
          aria-disabled={disabled || value >= max}
          onClick={() => step(1)}
        />
      </div>
    </Field>
  );
}
