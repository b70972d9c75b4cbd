import { Type, type Static } from 'typebox';
import { localPath } from '../form.ts';
import { formSchema, LanguageField, TextField } from '../input.ts';
import { seeOther } from '../layout.ts';
import type { DashboardScope } from '../scope.ts';
import { chooseLanguage } from '../visit.ts';

const LanguageForm = formSchema({ language: LanguageField, back: Type.Optional(TextField) });

type LanguageForm = Static<typeof LanguageForm>;

/** `/language`: the switch of languages. */
export function registerLanguageRoutes({ open }: DashboardScope): void {
  open.post<{ Body: LanguageForm }>('/language', { schema: { body: LanguageForm } }, async (request, reply) => {
    const { language, back } = request.body;
    chooseLanguage(request, reply, language);
    return seeOther(reply, localPath(back, '/'));
  });
}
