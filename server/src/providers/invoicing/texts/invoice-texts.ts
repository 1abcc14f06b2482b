import type { Language } from '@keepsake/contract/primitives';

/** The texts of an invoice in one language; values are passed formatted. */
export interface InvoiceTexts {
  /** Locale for numbers, money and dates. */
  locale: string;
  title: string;
  seller: string;
  buyer: string;
  taxNumber(number: string): string;
  issuedOn: string;
  orderedOn: string;
  suppliedOn: string;
  dueOn: string;
  payment: string;
  bankCard: string;
  item: string;
  quantity: string;
  unitPrice: string;
  amount: string;
  photos: string;
  furtherFilms: string;
  volumeDiscount(percent: string): string;
  variantDiscount(percent: string): string;
  packageDiscount(percent: string): string;
  net: string;
  vat(percent: string): string;
  total: string;
  /** Printed below the total. */
  paid(date: string): string;
  pricesIncludeVat: string;
  sample: string;
  questions(address: string): string;
}

const en: InvoiceTexts = {
  locale: 'en-US',
  title: 'Invoice',
  seller: 'Seller',
  buyer: 'Bill to',
  taxNumber: (number) => `Tax number: ${number}`,
  issuedOn: 'Date of issue',
  orderedOn: 'Date of order',
  suppliedOn: 'Date of supply',
  dueOn: 'Payment due',
  payment: 'Payment method',
  bankCard: 'Bank card',
  item: 'Description',
  quantity: 'Quantity',
  unitPrice: 'Unit price',
  amount: 'Amount',
  photos: 'Animated photos',
  furtherFilms: 'Further films',
  volumeDiscount: (percent) => `Discount for several photos (${percent})`,
  variantDiscount: (percent) => `Discount for several films per photo (${percent})`,
  packageDiscount: (percent) => `Package discount (${percent})`,
  net: 'Net amount',
  vat: (percent) => `VAT ${percent}`,
  total: 'Total',
  paid: (date) => `Paid by bank card on ${date}. Nothing is left to pay.`,
  pricesIncludeVat: 'Unit prices and amounts include VAT.',
  sample: 'Sample: no real sale stands behind it. This is not a tax document.',
  questions: (address) => `Questions about this invoice: ${address}`,
};

const hu: InvoiceTexts = {
  locale: 'hu-HU',
  title: 'Számla',
  seller: 'Eladó',
  buyer: 'Vevő',
  taxNumber: (number) => `Adószám: ${number}`,
  issuedOn: 'Kiállítás kelte',
  orderedOn: 'Megrendelés kelte',
  suppliedOn: 'Teljesítés kelte',
  dueOn: 'Fizetési határidő',
  payment: 'Fizetési mód',
  bankCard: 'Bankkártya',
  item: 'Megnevezés',
  quantity: 'Mennyiség',
  unitPrice: 'Bruttó egységár',
  amount: 'Bruttó érték',
  photos: 'Megelevenített fényképek',
  furtherFilms: 'További filmek',
  volumeDiscount: (percent) => `Kedvezmény több fénykép után (${percent})`,
  variantDiscount: (percent) => `Kedvezmény fényképenként több film után (${percent})`,
  packageDiscount: (percent) => `Csomagkedvezmény (${percent})`,
  net: 'Nettó érték',
  vat: (percent) => `Áfa ${percent}`,
  total: 'Fizetendő összesen',
  paid: (date) => `Bankkártyával kifizetve: ${date} További fizetnivaló nincs.`,
  pricesIncludeVat: 'Az egységárak és az értékek az áfát tartalmazzák.',
  sample: 'Minta: nem áll mögötte valódi értékesítés. Ez nem adóügyi bizonylat.',
  questions: (address) => `Kérdés a számláról: ${address}`,
};

const de: InvoiceTexts = {
  locale: 'de-DE',
  title: 'Rechnung',
  seller: 'Verkäufer',
  buyer: 'Rechnung an',
  taxNumber: (number) => `Steuernummer: ${number}`,
  issuedOn: 'Rechnungsdatum',
  orderedOn: 'Bestelldatum',
  suppliedOn: 'Leistungsdatum',
  dueOn: 'Fällig am',
  payment: 'Zahlungsart',
  bankCard: 'Bankkarte',
  item: 'Bezeichnung',
  quantity: 'Menge',
  unitPrice: 'Einzelpreis',
  amount: 'Betrag',
  photos: 'Animierte Fotos',
  furtherFilms: 'Weitere Filme',
  volumeDiscount: (percent) => `Rabatt für mehrere Fotos (${percent})`,
  variantDiscount: (percent) => `Rabatt für mehrere Filme je Foto (${percent})`,
  packageDiscount: (percent) => `Paketrabatt (${percent})`,
  net: 'Nettobetrag',
  vat: (percent) => `Umsatzsteuer ${percent}`,
  total: 'Gesamtbetrag',
  paid: (date) => `Am ${date} mit Bankkarte bezahlt. Es ist nichts mehr offen.`,
  pricesIncludeVat: 'Einzelpreise und Beträge enthalten die Umsatzsteuer.',
  sample: 'Muster: Dahinter steht kein echter Verkauf. Dies ist kein Steuerbeleg.',
  questions: (address) => `Fragen zu dieser Rechnung: ${address}`,
};

const fr: InvoiceTexts = {
  locale: 'fr-FR',
  title: 'Facture',
  seller: 'Vendeur',
  buyer: 'Facturé à',
  taxNumber: (number) => `Numéro fiscal\u00a0: ${number}`,
  issuedOn: 'Date de facture',
  orderedOn: 'Date de commande',
  suppliedOn: 'Date de prestation',
  dueOn: 'Échéance',
  payment: 'Mode de paiement',
  bankCard: 'Carte bancaire',
  item: 'Désignation',
  quantity: 'Quantité',
  unitPrice: 'Prix unitaire TTC',
  amount: 'Montant TTC',
  photos: 'Photos animées',
  furtherFilms: 'Films supplémentaires',
  volumeDiscount: (percent) => `Remise pour plusieurs photos (${percent})`,
  variantDiscount: (percent) => `Remise pour plusieurs films par photo (${percent})`,
  packageDiscount: (percent) => `Remise sur l’ensemble (${percent})`,
  net: 'Montant hors taxe',
  vat: (percent) => `TVA ${percent}`,
  total: 'Total TTC',
  paid: (date) => `Payé par carte bancaire le ${date}. Rien ne reste à payer.`,
  pricesIncludeVat: 'Les prix unitaires et les montants comprennent la TVA.',
  sample: 'Spécimen\u00a0: aucune vente réelle ne s’y rapporte. Ceci n’est pas un document fiscal.',
  questions: (address) => `Questions sur cette facture\u00a0: ${address}`,
};

const es: InvoiceTexts = {
  locale: 'es-ES',
  title: 'Factura',
  seller: 'Vendedor',
  buyer: 'Facturar a',
  taxNumber: (number) => `Número fiscal: ${number}`,
  issuedOn: 'Fecha de emisión',
  orderedOn: 'Fecha del pedido',
  suppliedOn: 'Fecha de prestación',
  dueOn: 'Vencimiento',
  payment: 'Forma de pago',
  bankCard: 'Tarjeta bancaria',
  item: 'Descripción',
  quantity: 'Cantidad',
  unitPrice: 'Precio unitario',
  amount: 'Importe',
  photos: 'Fotos animadas',
  furtherFilms: 'Películas adicionales',
  volumeDiscount: (percent) => `Descuento por varias fotos (${percent})`,
  variantDiscount: (percent) => `Descuento por varias películas por foto (${percent})`,
  packageDiscount: (percent) => `Descuento por paquete (${percent})`,
  net: 'Base imponible',
  vat: (percent) => `IVA ${percent}`,
  total: 'Total',
  paid: (date) => `Pagado con tarjeta bancaria el ${date}. No queda nada por pagar.`,
  pricesIncludeVat: 'Los precios unitarios y los importes incluyen el IVA.',
  sample: 'Muestra: no corresponde a ninguna venta real. Esto no es un documento fiscal.',
  questions: (address) => `Preguntas sobre esta factura: ${address}`,
};

export const invoiceTexts: Record<Language, InvoiceTexts> = { en, hu, de, fr, es };
