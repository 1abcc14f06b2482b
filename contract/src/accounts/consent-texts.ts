import type { Language } from '../primitives.ts';

/** The exact texts of the two checkboxes before payment, shown on the page and repeated in the confirmation mail. */
export interface ConsentTexts {
  guidelines: string;
  finalSale: string;
}

/** Version (the day on which it came into force) → the texts. Versions are immutable; new ones are added. */
export const consentTexts: Record<string, Record<Language, ConsentTexts>> = {
  '2026-11-20': {
    en: {
      guidelines: 'My photos meet the photo guidelines.',
      finalSale:
        'I agree that the purchase is final and cannot be refunded: work on my films starts at once after payment, and my right of withdrawal ends with it.',
    },
    hu: {
      guidelines: 'Fényképeim megfelelnek a fényképekre vonatkozó útmutatónak.',
      finalSale:
        'Elfogadom, hogy a vásárlás végleges, és a vételár nem téríthető vissza: filmjeim készítése a fizetés után azonnal megkezdődik, és ezzel elállási jogom megszűnik.',
    },
    de: {
      guidelines: 'Meine Fotos entsprechen den Foto-Richtlinien.',
      finalSale:
        'Ich bin damit einverstanden, dass der Kauf endgültig ist und nicht erstattet wird: Die Arbeit an meinen Filmen beginnt sofort nach der Zahlung, und damit erlischt mein Widerrufsrecht.',
    },
    fr: {
      guidelines: 'Mes photos respectent les consignes relatives aux photos.',
      finalSale:
        'J’accepte que l’achat soit définitif et non remboursable\u00a0: le travail sur mes films commence dès le paiement, et mon droit de rétractation prend alors fin.',
    },
    es: {
      guidelines: 'Mis fotos cumplen las pautas para fotos.',
      finalSale:
        'Acepto que la compra es definitiva y no reembolsable: el trabajo en mis películas comienza inmediatamente después del pago y con ello se extingue mi derecho de desistimiento.',
    },
  },
};
