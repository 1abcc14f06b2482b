/** Thrown where the payment provider gave no page to go to. */
export class NoCheckoutUrl extends Error {
  override readonly name = 'NoCheckoutUrl';
}

/** The address of a hosted payment page, if it is one a browser may be sent to. */
export function checkoutAddress(url: string, base: string): string {
  const address = URL.parse(url, base);
  if (url === '' || !address) throw new NoCheckoutUrl('No checkout URL received');
  if (address.protocol !== 'https:' && address.protocol !== 'http:') {
    throw new NoCheckoutUrl(`Not a page to pay on: ${address.protocol}`);
  }
  return address.href;
}
