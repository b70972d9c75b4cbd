import type { HostContext } from './host.ts';
import { membersOf, numberOf, textOf } from './message.ts';

const FONTS = 'fonts-of-client';

/** Values that the client does not state keep the document's defaults. */
export function applyAppearance(context: HostContext): void {
  const root = document.documentElement;
  const theme = textOf(context['theme']);
  if (theme === 'light' || theme === 'dark') {
    root.dataset['theme'] = theme;
    root.style.colorScheme = theme;
  }
  const styles = membersOf(context['styles']);
  for (const [name, value] of Object.entries(membersOf(styles['variables'])))
    if (/^--[\w-]+$/.test(name) && typeof value === 'string') root.style.setProperty(name, value);
  const fonts = textOf(membersOf(styles['css'])['fonts']);
  if (fonts !== '' && !document.getElementById(FONTS)) {
    const style = document.createElement('style');
    style.id = FONTS;
    style.textContent = fonts;
    document.head.append(style);
  }
  const insets = membersOf(context['safeAreaInsets']);
  for (const side of ['top', 'right', 'bottom', 'left'])
    root.style.setProperty(`--inset-${side}`, `${numberOf(insets[side]) ?? 0}px`);
  root.dataset['mode'] = textOf(context['displayMode']) || 'inline';
}
