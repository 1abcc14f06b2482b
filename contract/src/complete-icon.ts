/** What was typed as an icon, completed: a class name stays, a picture gets its folder and its ending where they are missing. */
export function completeIcon(typed: string): string {
  const icon = typed.trim();
  if (icon === '' || icon.startsWith('fa-')) return icon;
  const named = icon.includes('/') ? icon : `/card-icons/${icon}`;
  return named.endsWith('.svg') ? named : `${named}.svg`;
}
