// Renders the templates of a Helm chart, as Helm does: by the same engine (text/template), with those of Helm's functions that the chart uses.
//
//	go run render-chart.go TEMPLATES-DIRECTORY < data.json
//
// On standard input is what Helm gives templates: {"Values": …, "Release": …, "Chart": …}. On standard output are the documents.
package main

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/template"
)

func main() {
	chart := template.New("chart").Option("missingkey=error")
	chart.Funcs(template.FuncMap{
		"default": func(fallback, given any) any {
			if given == nil || given == "" {
				return fallback
			}
			return given
		},
		"dict": func(pairs ...any) map[string]any {
			made := map[string]any{}
			for index := 0; index < len(pairs); index += 2 {
				made[pairs[index].(string)] = pairs[index+1]
			}
			return made
		},
		"include": func(name string, data any) (string, error) {
			var rendered strings.Builder
			err := chart.ExecuteTemplate(&rendered, name, data)
			return rendered.String(), err
		},
		"nindent": func(spaces int, text string) string {
			margin := strings.Repeat(" ", spaces)
			return "\n" + margin + strings.ReplaceAll(text, "\n", "\n"+margin)
		},
		"quote":     func(value any) string { return fmt.Sprintf("%q", fmt.Sprint(value)) },
		"sha256sum": func(text string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(text))) },
		"toJson": func(value any) (string, error) {
			text, err := json.Marshal(value)
			return string(text), err
		},
	})
	files, err := filepath.Glob(filepath.Join(os.Args[1], "*"))
	check(err)
	_, err = chart.ParseFiles(files...)
	check(err)
	var data map[string]any
	check(json.NewDecoder(os.Stdin).Decode(&data))
	for _, file := range files {
		if strings.HasPrefix(filepath.Base(file), "_") {
			continue
		}
		fmt.Println("---")
		check(chart.ExecuteTemplate(os.Stdout, filepath.Base(file), data))
	}
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
