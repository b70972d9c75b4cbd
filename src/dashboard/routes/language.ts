import { Type, type Static } from 'typebox';
import { localPath } from '../form.ts';
import { formSchema, TextField, TokenField } from '../input.ts';
import { seeOther } from '../layout.ts';
import type { DashboardScope } from '../scope.ts';
import { isLanguage } from '../texts/index.ts';
import { chooseLanguage } from '../visit.ts';

const LanguageForm = formSchema({ language: TokenField, back: Type.Optional(TextField) });

type LanguageForm = Static<typeof LanguageForm>;

/** `/language`: the switch of languages. */
export function registerLanguageRoutes({ open }: DashboardScope): void {
  open.post<{ Body: LanguageForm }>('/language', { schema: { body: LanguageForm } }, async (request, reply) => {
    const { language, back } = request.body;
    if (isLanguage(language)) chooseLanguage(request, reply, language);
    return seeOther(reply, localPath(back, '/'));
  });
}
