/** A picture under /card-icons/ or the class name of an icon. */
export const iconName = /^(?:\/card-icons\/[a-z0-9_-]+\.svg|fa-[a-z0-9-]+)$/;
/** An icon as typed: a picture's folder and extension may be missing. */
export const typedIcon = /^(?:fa-[a-z0-9-]+|(?:\/card-icons\/)?(?!fa-)[a-z0-9_-]+(?:\.svg)?)$/;

/** Completes a typed icon: adds a picture's missing folder and extension; a class name stays. */
export function completeIcon(typed: string): string {
  const icon = typed.trim();
  if (icon === '' || icon.startsWith('fa-')) return icon;
  const named = icon.includes('/') ? icon : `/card-icons/${icon}`;
  return named.endsWith('.svg') ? named : `${named}.svg`;
}
