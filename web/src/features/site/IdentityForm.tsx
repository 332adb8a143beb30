import { type Site, siteChange } from '@hubbub/contract/features/site/site.shapes.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';
import { ImageUp, Trash2 } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { z } from 'zod';
import { LanguagesField } from '#features/site/LanguagesField.tsx';
import { SiteForm } from '#features/site/SiteForm.tsx';
import { useSiteForm } from '#features/site/use-site-form.ts';
import { useUnsaved } from '#features/site/use-unsaved.ts';
import { mediaUrl } from '#platform/media.ts';
import { Button } from '#ui/button/Button.tsx';
import { TextArea } from '#ui/field/TextArea.tsx';
import { TextField } from '#ui/field/TextField.tsx';
import { LogoMark } from '#ui/logo/Logo.tsx';

const { site: bounds } = limits;
const accepted = 'image/jpeg,image/png,image/webp,image/gif,image/avif';

/** The address of a picked file, for a preview, as long as it's shown. */
function usePreview(file: File | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (file === undefined) return setUrl(undefined);
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}

interface LogoFieldProps {
  /** The address of the logo to show. */
  url: string | undefined;
  onPick: (file: File) => void;
  onRemove: () => void;
}

function LogoField({ url, onPick, onRemove }: LogoFieldProps) {
  const id = useId();
  return (
    <div className="flex items-center gap-4">
      {url === undefined ? (
        <LogoMark size={64} />
      ) : (
        <img src={url} alt="" width={64} height={64} className="size-16 shrink-0 rounded-control object-cover" />
      )}
      <div className="flex flex-wrap items-center gap-2">
        <input
          id={id}
          type="file"
          accept={accepted}
          className="peer sr-only"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file) onPick(file);
            target.value = '';
          }}
        />
        <label
          htmlFor={id}
          className="inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-control border border-line bg-raised px-4 font-semibold hover:border-line-strong peer-focus-visible:outline-2 peer-focus-visible:outline-accent-text"
        >
          <ImageUp size={18} aria-hidden="true" />
          Choose a logo
        </label>
        {url !== undefined && (
          <Button tone="quiet" icon={<Trash2 size={18} aria-hidden="true" />} onClick={onRemove}>
            Remove
          </Button>
        )}
      </div>
    </div>
  );
}

const schema = siteChange
  .pick({ name: true, description: true, contact: true })
  .extend({ languages: z.array(z.string()) });

interface IdentityFormProps {
  site: Site;
  /** Also asks for the description, the contact and the languages. */
  whole?: boolean;
  action: string;
  onSaved?: () => void;
}

/** The site's name and logo, and with `whole` what it says about itself. */
export function IdentityForm({ site, whole = false, action, onSaved }: IdentityFormProps) {
  const [logo, setLogo] = useState<File>();
  const [removed, setRemoved] = useState(false);
  const preview = usePreview(logo);
  // Saving takes both back.
  useUnsaved(logo === undefined ? removed : logo.name);
  const kept = removed || site.logo_path === null ? undefined : mediaUrl(site.logo_path);

  const validated = useSiteForm({
    schema,
    initial: { name: site.name, description: site.description, contact: site.contact, languages: site.languages },
    carried: ['languages'],
    change: ({ name, description, contact, languages }) => {
      const fields = {
        name,
        ...(whole && { description, contact }),
      };
      if (logo === undefined)
        return { body: { ...fields, ...(removed && { removed_logo: true }), ...(whole && { languages }) } };
      // Forms send lists as JSON text.
      return { form: { ...fields, ...(whole && { languages: JSON.stringify(languages) }), logo: [logo] } };
    },
    onSaved: () => {
      setLogo(undefined);
      setRemoved(false);
      onSaved?.();
    },
  });
  const { field, form } = validated;

  return (
    <SiteForm form={validated} action={action}>
      <LogoField
        url={preview ?? kept}
        onPick={setLogo}
        onRemove={() => {
          setLogo(undefined);
          setRemoved(true);
        }}
      />
      <TextField {...field('name')} label="Name" maxLength={bounds.name.max} />
      {whole && (
        <>
          <TextArea
            {...field('description')}
            label="Description"
            hint="Who this is for, and what happens here. Everybody can read it."
            maxLength={bounds.description.max}
            grows
          />
          <TextField
            {...field('contact')}
            label="Contact"
            hint="An email address or a page, for people who can't log in."
            maxLength={bounds.contact.max}
          />
          <LanguagesField
            value={form.watch('languages')}
            onChange={(languages) => form.setValue('languages', languages)}
          />
        </>
      )}
    </SiteForm>
  );
}
