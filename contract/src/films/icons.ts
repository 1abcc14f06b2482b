/** A picture under /card-icons/ or the class name of an icon. */
export const iconName = /^(?:\/card-icons\/[a-z0-9_-]+\.svg|fa-[a-z0-9-]+)$/;
/** The same as it may be typed: a picture's folder and ending can be left out. */
export const typedIcon = /^(?:fa-[a-z0-9-]+|(?:\/card-icons\/)?(?!fa-)[a-z0-9_-]+(?:\.svg)?)$/;

/** What was typed as an icon, completed: a class name stays, a picture gets its folder and its ending where they are missing. */
export function completeIcon(typed: string): string {
  const icon = typed.trim();
  if (icon === '' || icon.startsWith('fa-')) return icon;
  const named = icon.includes('/') ? icon : `/card-icons/${icon}`;
  return named.endsWith('.svg') ? named : `${named}.svg`;
}
