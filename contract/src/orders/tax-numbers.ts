/**
 * Formats of business tax numbers in the European Union, Great Britain, Norway and Switzerland, without spaces, dots
 * and dashes; the country's letters may precede the number. Hungary's is the number that its invoices must show, not the European one.
 * Northern Ireland has letters of its own for trade in goods.
 * @see https://ec.europa.eu/taxation_customs/vies/#/faq
 */
const formats = new Map<string, { pattern: RegExp; example: string; letters?: string }>(
  Object.entries({
    AT: { pattern: /^U\d{8}$/, example: 'ATU12345678' },
    BE: { pattern: /^[01]?\d{9}$/, example: 'BE0123456789' },
    BG: { pattern: /^\d{9,10}$/, example: 'BG123456789' },
    CH: { pattern: /^E\d{9}(?:MWST|TVA|IVA|VAT)?$/, example: 'CHE-123.456.789 MWST' },
    CY: { pattern: /^\d{8}[A-Z]$/, example: 'CY12345678X' },
    CZ: { pattern: /^\d{8,10}$/, example: 'CZ12345678' },
    DE: { pattern: /^\d{9}$/, example: 'DE123456789' },
    DK: { pattern: /^\d{8}$/, example: 'DK12345678' },
    EE: { pattern: /^\d{9}$/, example: 'EE123456789' },
    ES: { pattern: /^(?:[A-Z]\d{7}[A-Z\d]|\d{8}[A-Z])$/, example: 'ESX1234567X' },
    FI: { pattern: /^\d{8}$/, example: 'FI12345678' },
    FR: { pattern: /^[A-Z\d]{2}\d{9}$/, example: 'FR12345678901' },
    GB: { pattern: /^(?:(?:XI)?\d{9}(?:\d{3})?|(?:GD|HA)\d{3})$/, example: 'GB123456789' },
    GR: { pattern: /^\d{9}$/, example: 'EL123456789', letters: 'EL' },
    HR: { pattern: /^\d{11}$/, example: 'HR12345678901' },
    HU: { pattern: /^\d{8}[1-5]\d{2}$/, example: '12345678-1-41' },
    IE: { pattern: /^(?:\d{7}[A-Z]{1,2}|\d[A-Z+*]\d{5}[A-Z])$/, example: 'IE1234567WA' },
    IT: { pattern: /^\d{11}$/, example: 'IT12345678901' },
    LT: { pattern: /^(?:\d{9}|\d{12})$/, example: 'LT123456789' },
    LU: { pattern: /^\d{8}$/, example: 'LU12345678' },
    LV: { pattern: /^\d{11}$/, example: 'LV12345678901' },
    MT: { pattern: /^\d{8}$/, example: 'MT12345678' },
    NL: { pattern: /^[A-Z\d+*]{10}\d{2}$/, example: 'NL123456789B01' },
    NO: { pattern: /^\d{9}(?:MVA)?$/, example: 'NO123456789MVA' },
    PL: { pattern: /^\d{10}$/, example: 'PL1234567890' },
    PT: { pattern: /^\d{9}$/, example: 'PT123456789' },
    RO: { pattern: /^\d{2,10}$/, example: 'RO1234567890' },
    SE: { pattern: /^\d{10}01$/, example: 'SE123456789001' },
    SI: { pattern: /^\d{8}$/, example: 'SI12345678' },
    SK: { pattern: /^\d{10}$/, example: 'SK1234567890' },
  }),
);

/** An example of the country's format if the tax number does not match it; undefined if it matches, or the format is unknown. */
export function taxNumberExample(taxNumber: string, country: string): string | undefined {
  const format = formats.get(country);
  if (!format) return undefined;
  const bare = taxNumber.toUpperCase().replaceAll(/[\s.\-/]/g, '');
  const letters = format.letters ?? country;
  const isOne =
    format.pattern.test(bare) || (bare.startsWith(letters) && format.pattern.test(bare.slice(letters.length)));
  return isOne ? undefined : format.example;
}
