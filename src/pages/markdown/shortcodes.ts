/** Tags of page builders that a site has left in its text: "[vc_row]", "[/caption]". */
const SHORTCODE =
  /\[\/?(?:vc|et_pb|fusion|av|cs|tatsu|mk|ux|su|rev_slider|caption|gallery|embed|wpforms|contact-form(?:-7)?|elementor-template|products|woocommerce|row|column|ultimate)(?:_[\w-]+)?(?:\s[^\]\n]{0,500})?\/?\]/g;

export function withoutShortcodes(text: string): string {
  return text.includes('[') ? text.replace(SHORTCODE, ' ') : text;
}
