/** Whether a host name, as `URL.hostname` gives it, is this machine: localhost, 127.0.0.0/8 or [::1]. */
export function isLoopbackName(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

/** Whether a text is an http or https URL of this machine. */
export function isLoopbackUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return (protocol === 'http:' || protocol === 'https:') && isLoopbackName(hostname);
}
