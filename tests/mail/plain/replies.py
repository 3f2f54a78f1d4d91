#!/usr/bin/env python3
"""Replies as mail programs make them, with the lines that are new.

    replies.py OUT

OUT gets NAME.eml, NAME.want (what tests/mail/plain-reply prints with the mail that is answered), NAME.alone (without
it), and own, the mail that is answered.
"""
from mails import CODE, OWN, TABLE, case, either, lines, multi, page, part, plain, quoted, write_own

WHO = f"Cave <{TABLE}>"
HWHO = f"Cave &lt;{TABLE}&gt;"
PLACE = "place nsw at 3,-1"


# ---- Gmail: a div for the quote, with who wrote it
GMAIL = {
    "en": ("On Sat, Nov 21, 2026 at 6:01 PM", "wrote:", ""),
    "de": ("Am Sa., 21. Nov. 2026 um 18:01 Uhr schrieb", ":", ""),
    "fr": ("Le sam. 21 nov. 2026 à 18:01,", "a écrit :", ""),
    "es": ("El sáb, 21 nov 2026 a las 18:01,", "escribió:", ""),
    "it": ("Il giorno sab 21 nov 2026 alle ore 18:01", "ha scritto:", ""),
    "nl": ("Op za 21 nov 2026 om 18:01 schreef", ":", ""),
}


def gmail_html(said, lang="en", sign=""):
    begin, end, _ = GMAIL[lang]
    return (f'<div dir="ltr">{said}</div>{sign}<br><div class="gmail_quote gmail_quote_container"><div dir="ltr" '
            f'class="gmail_attr">{begin} {HWHO} {end}<br></div><blockquote class="gmail_quote" style="margin:0px '
            f'0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex">{lines(end="<br>", begin="")}'
            '</blockquote></div>\n')


def gmail_text(said, lang="en", sign=""):
    begin, end, _ = GMAIL[lang]
    where = f"{begin} Cave <\n{TABLE}> {end}" if len(begin) > 25 else f"{begin} {WHO} {end}"
    return f"{said}\n{sign}\n{where.replace('> :', '>:')}\n\n{quoted()}"


def gmail():
    for lang, said in (("en", "place nsw at 3,-1"), ("de", "lege nsw an 3,-1"), ("fr", "7"), ("es", "discard ew"),
                       ("it", "help"), ("nl", "place ew at 1,0")):
        case(f"gmail-web-{lang}", either(gmail_text(said, lang), gmail_html(said, lang)), [said])
        case(f"gmail-html-only-{lang}", page(gmail_html(said, lang)), [said])
    case("gmail-ios", either(gmail_text(PLACE, "fr"), gmail_html(PLACE, "fr"), "base64"), [PLACE])
    case("gmail-android-de", either(gmail_text("Ich lege:\n\n" + PLACE, "de"), gmail_html(PLACE, "de")),
         ["Ich lege:", PLACE])
    sign = "\n-- \nAnna Example\nPlays at night. discard ew\n"
    case("gmail-signature", either(gmail_text(PLACE, sign=sign), gmail_html(PLACE)), [PLACE])
    case("gmail-signature-html-only", page(gmail_html(PLACE, sign='<br clear="all"><div><br></div><span class="gmail'
         '_signature_prefix">-- </span><br><div dir="ltr" class="gmail_signature"><div>discard ew</div></div>')), [PLACE])
    case("gmail-bottom", plain(f"On Sat, Nov 21, 2026 at 6:01 PM {WHO} wrote:\n{quoted()}\n{PLACE}\nsay hello\n"),
         [PLACE, "say hello"])
    case("gmail-inline", either("On Sat, Nov 21, 2026 at 6:01 PM Cave <\ncave@example.com> wrote:\n\n"
         "> It is your turn, anna.\n>\n\nNice!\n\n>\n> 7. discard nsw\n>\n\nThis one: 7\n\n", "<p>other</p>"),
         ["Nice!", "This one: 7"], code=False)
    case("gmail-inline-html-only", page(
        '<div dir="ltr"><div class="gmail_quote"><div dir="ltr" class="gmail_attr">On Sat, Nov 21, 2026 at 6:01 PM '
        f'{HWHO} wrote:<br></div><blockquote class="gmail_quote">It is your turn, anna.<br></blockquote><div><br></div>'
        f'<div>{PLACE}</div><div><br></div><blockquote class="gmail_quote">reply code: {CODE}<br></blockquote></div>'
        '</div>'), [PLACE])
    case("gmail-bold", either(gmail_text("*place nsw at 3,-1*"), gmail_html("<b>place nsw at 3,-1</b>")), [PLACE])
    case("gmail-forward", plain(f"Look at this\n\n---------- Forwarded message ---------\nFrom: {WHO}\nDate: Sat, Nov "
         f"21, 2026 at 6:01 PM\nSubject: [cave] Saboteur\nTo: <anna@example.org>\n\n\n{OWN}\n\ndiscard ew\n"),
         ["Look at this"])
    case("gmail-forward-html-only", page(
        '<div dir="ltr">Look at this<br><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">---------- '
        f'Forwarded message ---------<br>From: <strong class="gmail_sendername">Cave</strong> &lt;{TABLE}&gt;<br>Date: '
        f'Sat, Nov 21, 2026<br></div><br>{lines()}<div>discard ew</div></div></div>'), ["Look at this"])


# ---- Outlook: a head without marks
def outlook_head(lang, text=OWN, rule="", bold=""):
    names = {"en": ("From", "Sent", "To", "Subject"), "de": ("Von", "Gesendet", "An", "Betreff"),
             "fr": ("De", "Envoyé", "À", "Objet"), "es": ("De", "Enviado", "Para", "Asunto"),
             "it": ("Da", "Inviato", "A", "Oggetto"), "nl": ("Van", "Verzonden", "Aan", "Onderwerp")}[lang]
    colon = " :" if lang == "fr" else ":"
    values = (WHO, "Saturday, 21 November 2026 18:01", "Anna", "[cave] Saboteur, round 1")
    return rule + "".join(f"{bold}{n}{colon}{bold} {v}\n" for n, v in zip(names, values)) + "\n" + text


WORD = ('<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta '
        'name="Generator" content="Microsoft Word 15"><style><!--\n/* Font Definitions */\n@font-face\n\t{font-family:'
        'Calibri;\n\tpanose-1:2 15 5 2 2 2 4 3 2 4;}\np.MsoNormal, li.MsoNormal, div.MsoNormal\n\t{margin:0cm;\n\tfont-'
        'size:11.0pt;\n\tfont-family:"Calibri",sans-serif;}\nspan.E-MailFormatvorlage17\n\t{mso-style-type:personal-'
        'compose;\n\tcolor:windowtext;}\n@page WordSection1\n\t{size:612.0pt 792.0pt;}\n--></style><!--[if gte mso 9]>'
        '<xml><o:shapedefaults v:ext="edit" spidmax="1026" /></xml><![endif]--></head><body lang="DE" link="#0563C1" '
        'style="word-wrap:break-word"><div class="WordSection1">')


def outlook_html(said, lang):
    head = outlook_head(lang, "").strip().splitlines()
    return (WORD + f'<p class="MsoNormal"><span lang="EN-US" style="mso-fareast-language:EN-US">{said}<o:p></o:p></span>'
            '</p><p class="MsoNormal"><o:p>&nbsp;</o:p></p><div><div style="border:none;border-top:solid #E1E1E1 1.0pt;'
            'padding:3.0pt 0cm 0cm 0cm"><p class="MsoNormal">' +
            "<br>".join("<b>" + line.replace("<", "&lt;").replace(":", ":</b>", 1) for line in head) +
            '<o:p></o:p></p></div></div>' + lines(begin='<p class="MsoNormal">', end="<o:p></o:p></p>") +
            '</div></body></html>')


def outlook():
    for lang in ("en", "de", "fr", "es", "it", "nl"):
        case(f"outlook-desktop-{lang}", either(f"{PLACE}\n\n" + outlook_head(lang), outlook_html(PLACE, lang)), [PLACE])
        case(f"outlook-html-only-{lang}", page(outlook_html(PLACE, lang)), [PLACE])
    for lang, title in (("en", "Original Message"), ("de", "Ursprüngliche Nachricht"), ("fr", "Message d'origine"),
                        ("es", "Mensaje original"), ("it", "Messaggio originale"), ("nl", "Oorspronkelijk bericht")):
        case(f"outlook-text-{lang}", plain("7\n\n" + outlook_head(lang, rule=f"-----{title}-----\n"), "quoted-printable"),
             ["7"])
    case("outlook-web", either(f"{PLACE}\n\nThanks\n" + outlook_head("en", rule="_" * 32 + "\n"),
         "<html><head><style type=\"text/css\" style=\"display:none;\"> P {margin-top:0;margin-bottom:0;} </style></head>"
         "<body>x</body></html>"), [PLACE, "Thanks"])
    case("outlook-web-html-only", page(
        '<html><head><style type="text/css" style="display:none;"> P {margin-top:0;margin-bottom:0;} </style></head>'
        '<body dir="ltr"><div class="elementToProof" style="font-family: Aptos, Calibri; font-size: 12pt; color: rgb(0, '
        f'0, 0);">{PLACE}</div><div id="Signature"><p>discard ew</p></div><div id="appendonsend"></div><hr style="display:'
        'inline-block;width:98%" tabindex="-1"><div id="divRplyFwdMsg" dir="ltr"><font face="Calibri, sans-serif" style='
        f'"font-size:11pt" color="#000000"><b>From:</b> Cave<br><b>Sent:</b> Saturday</font></div>{lines()}<div>help</div>'
        '</body></html>'), [PLACE])
    case("outlook-ios", either(f"{PLACE}\n\nOutlook für iOS<https://aka.ms/o0ukef> beziehen\n" +
         outlook_head("de", rule="_" * 32 + "\n"), "<p>x</p>"), [PLACE])
    case("outlook-android", either(f"{PLACE}\n\nGet Outlook for Android<https://aka.ms/AAb9ysg>\n" +
         outlook_head("en", rule="_" * 32 + "\n"), "<p>x</p>", "base64"), [PLACE])
    case("outlook-mobile-html-only", page(
        f'<html><body><div dir="ltr">{PLACE}</div><div><br></div><div id="ms-outlook-mobile-signature"><a href="https://'
        'aka.ms/o0ukef">discard ew</a></div><div id="mail-editor-reference-message-container" dir="auto"><hr>'
        f'<b>Von:</b> Cave<br>{lines()}</div></body></html>'), [PLACE])
    case("outlook-bold-head", plain(f"{PLACE}\n\n" + outlook_head("en", bold="*")), [PLACE])
    case("outlook-mac", either(f"{PLACE}\n\nOn 21/11/2026, 18:01, \"Cave\" <{TABLE}> wrote:\n\n" +
         quoted(mark="    "), "<p>x</p>"), [PLACE])
    case("outlook-mac-html-only", page(f'<html><body><div>{PLACE}</div><div><br></div><span id="OLK_SRC_BODY_SECTION">'
         f'<div><span style="font-weight:bold">From: </span>Cave</div>{lines()}<div>help</div></span></body></html>'),
         [PLACE])
    case("outlook-disclaimer", plain(f"{PLACE}\n\nKind regards\nAnna\n\nThis e-mail may contain confidential information."
         " If you are not\nthe intended recipient, please delete it. Please consider the environment\nbefore you print "
         "this mail.\n\n" + outlook_head("en")),
         [PLACE, "Kind regards", "Anna", "This e-mail may contain confidential information. If you are not",
          "the intended recipient, please delete it. Please consider the environment", "before you print this mail."])
    case("exchange-latin1", plain("sage: grüße\n7\n\n" + outlook_head("de"), "quoted-printable", charset="iso-8859-1"),
         ["sage: grüße", "7"])


# ---- Apple Mail
def apple():
    for lang, who in (("en", f"On 21. Nov 2026, at 18:01, {WHO} wrote:"),
                      ("de", f"Am 21.11.2026 um 18:01 schrieb {WHO}:"),
                      ("fr", f"Le 21 nov. 2026 à 18:01, {WHO} a écrit :"),
                      ("es", f"El 21 nov 2026, a las 18:01, {WHO} escribió:"),
                      ("it", f"Il giorno 21 nov 2026, alle ore 18:01, {WHO} ha scritto:"),
                      ("nl", f"Op 21 nov. 2026 om 18:01 heeft {WHO} het volgende geschreven:")):
        case(f"apple-mac-{lang}", plain(f"{PLACE}\n\n> {who}\n> \n{quoted()}\n", "quoted-printable",
             more=";\n\tformat=flowed;\n\tdelsp=yes"), [PLACE])
    for lang, sent in (("en", "Sent from my iPhone"), ("de", "Von meinem iPhone gesendet"),
                       ("fr", "Envoyé de mon iPhone"), ("es", "Enviado desde mi iPhone"),
                       ("it", "Inviato da iPhone"), ("nl", "Verstuurd vanaf mijn iPhone")):
        case(f"apple-ios-{lang}", plain(f"{PLACE}\n\n{sent}\n\n> On 21. Nov 2026, at 18:01, {WHO} wrote:\n> \n"
             f"> \ufeff{quoted()[2:]}\n", "base64"), [PLACE])
    case("apple-ios-html-only", page(
        f'<html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"></head><body dir="auto">{PLACE}'
        '<br><br><div dir="ltr">Von meinem iPhone gesendet</div><div dir="ltr"><br><blockquote type="cite">Am 21.11.2026 '
        f'um 18:01 schrieb {HWHO}:<br><br></blockquote></div><blockquote type="cite"><div dir="ltr">\ufeff{lines()}</div>'
        '</blockquote></body></html>', "base64"), [PLACE])
    case("apple-bottom", plain(f"> On 21. Nov 2026, at 18:01, {WHO} wrote:\n> \n{quoted()}\n{PLACE}\n"), [PLACE])
    case("apple-forward", plain(f"See below\n\n> Begin forwarded message:\n> \n> From: {WHO}\n> Subject: [cave]\n> Date: "
         f"21. November 2026\n> To: anna@example.org\n> \n{quoted()}\n"), ["See below"])
    case("apple-forward-bare", plain(f"Siehe unten\n\nAnfang der weitergeleiteten Nachricht:\n\nVon: {WHO}\nDatum: 21. "
         f"November 2026\n\n{OWN}\ndiscard ew\n"), ["Siehe unten"])
    case("apple-picture", multi("alternative", plain(PLACE + "\n\n\n"), multi("mixed", page("<div>a</div>"),
         b"Content-Type: image/png\nContent-Disposition: inline; filename=a.png\n\nx\0y", page("<div>help</div>"),
         boundary="inner")), [PLACE], code=False)
    case("apple-smart", plain("\u201cGood luck\u201d \u2013 place nsw at 3,\u22121\u00a0\n"), ['"Good luck" - place nsw at '
         '3,-1'], code=False)


# ---- the others
def others():
    for lang, who in (("en", f"On 21/11/2026 18:01, {WHO} wrote:"), ("de", f"Am 21.11.26 um 18:01 schrieb {WHO}:"),
                      ("fr", f"Le 21/11/2026 à 18:01, {WHO} a écrit :"), ("es", f"El 21/11/26 a las 18:01, {WHO} escribió:"),
                      ("it", f"Il 21/11/26 18:01, {WHO} ha scritto:"), ("nl", f"Op 21-11-2026 om 18:01 schreef {WHO}:")):
        case(f"thunderbird-{lang}", plain(f"{who}\n{quoted()}\n\n{PLACE}\n\n-- \nAnna\n7\n",
             more="; format=flowed"), [PLACE])
    case("thunderbird-top", plain(f"{PLACE}\n\nOn 21/11/2026 18:01, {WHO} wrote:\n{quoted()}\n", more="; format=flowed"),
         [PLACE])
    case("thunderbird-flowed", plain(f"place nsw at \n3,-1\n\nOn 21/11/2026 18:01, {WHO} wrote:\n{quoted()}\n",
         more="; format=flowed"), [PLACE])
    case("thunderbird-html-only", page(
        f'<html><head></head><body><p>{PLACE}</p><div class="moz-cite-prefix">Am 21.11.26 um 18:01 schrieb Cave:<br>'
        f'</div><blockquote type="cite" cite="mid:x@example.com"><pre class="moz-quote-pre" wrap="">{OWN}</pre>'
        '</blockquote><p>say hello</p><div class="moz-signature">-- <br>help</div></body></html>'), [PLACE, "say hello"])
    case("thunderbird-forward", plain(f"Oops\n\n\n-------- Forwarded Message --------\nSubject: \t[cave]\nDate: \tSat\n"
         f"From: \t{WHO}\nTo: \tanna@example.org\n\n\n\n{OWN}\ndiscard ew\n"), ["Oops"])
    case("thunderbird-forward-attached", multi("mixed", plain("See the mail\n"),
         b"Content-Type: message/rfc822; name=\"cave.eml\"\nContent-Disposition: attachment; filename=\"cave.eml\"\n\n"
         b"From: cave@example.com\nContent-Type: text/plain\n\n" + b"place nsw at 3,-1\nreply code: " + CODE.encode() +
         b"\n"), ["See the mail"])
    case("thunderbird-forward-inline", multi("mixed", plain("See the mail\n"), b"Content-Type: message/rfc822\n"
         b"Content-Disposition: inline\n\nFrom: b@example.com\nContent-Type: text/plain\n\nhelp\n"), ["See the mail"],
         code=False)
    case("k9", plain(f"{PLACE}\n-- \nSent from my Android device with K-9 Mail. Please excuse my brevity.\n\nOn 21 "
         f"November 2026 18:01:02 CET, {WHO} wrote:\n{quoted(mark='>')}\n"), [PLACE])
    case("k9-under", plain(f"Am 21. November 2026 18:01:02 MEZ schrieb {WHO}:\n{quoted(mark='>')}\n{PLACE}\n-- \nDiese "
         "Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet.\n"), [PLACE])
    case("thunderbird-android-html-only", page(
        f'<!DOCTYPE html><html><body><div dir="auto">{PLACE}<br></div><br><br><div class="k9mail-signature">help</div>'
        f'<div class="gmail_quote"><div dir="auto">On 21 November 2026 18:01:02 CET, {HWHO} wrote:</div><blockquote '
        f'class="gmail_quote" style="margin: 0pt 0pt 0pt 0.8ex"><pre dir="auto" class="k9mail">{OWN}</pre></blockquote>'
        '</div></body></html>'), [PLACE])
    case("yahoo", either(f" {PLACE}\n\n\n    On Saturday, November 21, 2026 at 06:01:02 PM GMT+1, Cave <{TABLE}> wrote:  "
         f"\n \n {quoted(mark=' ')}  \n", "<p>x</p>"), [PLACE])
    case("yahoo-html-only", page(
        f'<html><head></head><body><div class="ydp1yahoo-style-wrap"><div dir="ltr">{PLACE}</div><div><br></div></div>'
        '<div id="ydp2yahoo_quoted_9" class="yahoo_quoted"><div><div>On Saturday, November 21, 2026 at 06:01:02 PM, Cave '
        f'wrote:</div><div><br></div><div>{lines()}<div>help</div></div></div></div></body></html>'), [PLACE])
    case("yahoo-android", either(f"{PLACE}\n\nYahoo Mail: Search, Organize, Conquer \n \n  On Sat, 21 Nov 2026 at 18:01, "
         f"Cave<{TABLE}> wrote:   {OWN}", "<p>x</p>"), [PLACE], alone=[PLACE])
    case("gmx", plain(f"{PLACE}\n\nGesendet: Samstag, 21. November 2026 um 18:01 Uhr\nVon: Cave <{TABLE}>\nAn: anna@"
         f"example.org\nBetreff: [cave] Saboteur, Runde 1\n{OWN}"), [PLACE])
    case("web.de-html-only", page(
        f'<html><head></head><body><div style="font-family: Verdana;font-size: 12.0px;"><div>{PLACE}</div><div>&nbsp;'
        '<div name="quote" style="margin:10px 5px 5px 10px; padding: 10px 0 10px 10px; border-left:2px solid #C3D9E5;">'
        '<div style="margin:0 0 10px 0;"><b>Gesendet:</b>&nbsp;Samstag<br/><b>Von:</b>&nbsp;Cave</div><div name="quoted-'
        f'content">{lines()}<div>discard ew</div></div></div></div></div></body></html>'), [PLACE])
    case("mutt", plain(f"On Sat, Nov 21, 2026 at 06:01:02PM +0100, Cave wrote:\n{quoted()}\n\n{PLACE}\n\n-- \nAnna\n"),
         [PLACE])
    case("mutt-de", plain(f"* Cave <{TABLE}> [2026-11-21 18:01]:\n{quoted()}\n{PLACE}\n"), [PLACE])
    case("mutt-nested", plain(f"* Bob <bob@example.org> [2026-11-21 18:05]:\n> On Sat, Cave wrote:\n> > 7. discard nsw\n"
         "> discard ew\n\nI do this:\ndiscard nsw\n"), ["I do this:", "discard nsw"], code=False)
    case("pine", plain(f"{PLACE}\n\nOn Sat, 21 Nov 2026, Cave wrote:\n\n{quoted()}"), [PLACE])
    case("gnus", plain(f"Cave <{TABLE}> writes:\n\n{quoted()}\n{PLACE}\n"), [PLACE])
    case("gnus-supercite", plain(f"Cave wrote:\n\n{quoted(mark='Cave> ')}\n{PLACE}\n"), [PLACE])
    case("proton", either(f"{PLACE}\n\nSent with [Proton Mail](https://proton.me/mail/home) secure email.\n\nOn Saturday, "
         f"November 21st, 2026 at 6:01 PM, {WHO} wrote:\n\n{quoted()}\n", "<p>x</p>"), [PLACE])
    case("proton-html-only", page(
        f'<div style="font-family: Arial, sans-serif; font-size: 14px;">{PLACE}</div><div class="protonmail_signature_'
        'block"><div class="protonmail_signature_block-user">help</div></div><div class="protonmail_quote">\nOn Saturday, '
        f'November 21st, 2026 at 6:01 PM, {HWHO} wrote:<br><br><blockquote class="protonmail_quote" type="cite">{lines()}'
        '</blockquote><br></div>', "base64"), [PLACE])
    case("fastmail", either(f"{PLACE}\n\nOn Sat, 21 Nov 2026, at 6:01 PM, Cave wrote:\n{quoted()}\n", "<p>x</p>"), [PLACE])
    case("fastmail-html-only", page(
        '<!DOCTYPE html><html><head><title></title><style type="text/css">p.MsoNormal,p.MsoNoSpacing{margin:0}</style>'
        f'</head><body><div>{PLACE}</div><div><br></div><div>On Sat, 21 Nov 2026, at 6:01 PM, Cave wrote:</div><blockquote '
        f'type="cite" id="qt">{lines()}</blockquote></body></html>'), [PLACE])
    case("zoho", either(f"{PLACE}\n\n\n\n---- On Sat, 21 Nov 2026 18:01:02 +0100 {WHO} wrote ---\n\n{OWN}", "<p>x</p>"),
         [PLACE])
    case("samsung", plain(f"{PLACE}\nVon meinem/meiner Galaxy gesendet\n\n-------- Ursprüngliche Nachricht --------\nVon: "
         f"{WHO}\nDatum: 21.11.26\n\n{OWN}", "base64"), [PLACE])
    case("roundcube", plain(f"On 2026-11-21 18:01, Cave wrote:\n{quoted()}\n{PLACE}\n"), [PLACE])
    case("list-footer", multi("mixed", plain(f"{PLACE}\n\nOn 21/11/2026 18:01, {WHO} wrote:\n{quoted()}\n"), plain(
        "_______________________________________________\nminers mailing list -- miners@example.net\nTo unsubscribe send "
        "an email to miners-leave@example.net\nhelp\n", fields="Content-Disposition: inline\n")), [PLACE])
    case("list-footer-html", multi("mixed", page(gmail_html(PLACE)), plain("_______________________________________________"
         "\nminers mailing list\n")), [PLACE])
    case("text-attached", multi("mixed", plain("place ew at 1,0\n"), plain("discard ew\n", "base64", more='; name="a.txt"',
         fields='Content-Disposition: attachment; filename="a.txt"\n')), ["place ew at 1,0"], code=False)
    case("text-named-inline", multi("mixed", plain("place ew at 1,0\n"), plain("discard ew\n",
         fields='Content-Disposition: inline; filename="a.txt"\n')), ["place ew at 1,0"], code=False)
    case("calendar", multi("alternative", plain("7\n"), part("calendar", "BEGIN:VCALENDAR\nhelp\nEND:VCALENDAR\n")),
         ["7"], code=False)
    case("pgp-mime", multi("signed", plain("7\n"), b"Content-Type: application/pgp-signature\n\n"
         b"-----BEGIN PGP SIGNATURE-----\nhelp\n-----END PGP SIGNATURE-----\n"), ["7"], code=False)
    case("pgp-inline", plain("-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\nplace ew at 1,0\n-----BEGIN PGP "
         "SIGNATURE-----\n\niHUEABYKAB0WIQT=\n-----END PGP SIGNATURE-----\n"), ["place ew at 1,0"], code=False)
    case("vacation", plain("Ich bin bis 30.11. nicht im Büro.\nleave\n", "quoted-printable"),
         ["Ich bin bis 30.11. nicht im Büro.", "leave"], code=False, agent="Auto-Submitted: auto-replied\n")
    case("text-blank", either(" \u00a0\n\u200b\n", gmail_html(PLACE)), [PLACE])
    case("crlf", plain(f"{PLACE}\n\nOn 21/11/2026 18:01, {WHO} wrote:\n{quoted()}\n").replace(b"\n", b"\r\n"), [PLACE])


write_own()
gmail()
outlook()
apple()
others()
